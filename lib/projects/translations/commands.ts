import type { Command } from "#lib/audit/commands.ts";
import { invalid } from "#lib/platform/errors.ts";
import { lockProjects } from "#lib/projects/subprojects/commands.ts";
import { languageTaken, type TranslationSide, translationProblem } from "#lib/projects/translations/rules.ts";
import type { Prisma } from "#prisma/client/client.ts";

type Named = { readonly id: number; readonly slug: string };

/**
 * Makes a project a translation of `main`, or of nothing. The caller has made sure that both are locked, theirs to change and of one
 * organization. Throws 400 on `translation_of` where the rules of spec/serving.md 21 refuse it.
 */
export async function translate(c: Command, project: Named, main: Named | null): Promise<void> {
  if (main !== null) {
    const [above, below] = [await sideOf(c, main.id), await sideOf(c, project.id)];
    const problem = translationProblem(above, below);
    if (problem !== null) throw invalid({ translation_of: [problem] });
    await letGo(c, [
      { id: main.id },
      { translationOfId: main.id, language: below.language },
      { translationOfId: project.id },
    ]);
  }
  await c.tx.project.update({
    where: { id: project.id },
    data: { translationOfId: main?.id ?? null },
    select: { id: true },
  });
}

/**
 * Throws 400 on `language` when the main project of a project, or another translation of it, is in a language already. Nobody
 * can take the language before the end of the transaction.
 */
export async function requireFreeLanguage(
  c: Command,
  project: { readonly id: number; readonly translationOf: { readonly id: number } | null },
  language: string,
): Promise<void> {
  await lockProjects(c, [project.id, ...(project.translationOf ? [project.translationOf.id] : [])]);
  const { translationOfId } = await c.tx.project.findUniqueOrThrow({
    where: { id: project.id },
    select: { translationOfId: true },
  });
  const mainId = translationOfId ?? project.id;
  const taken = await c.tx.project.findFirst({
    where: {
      deletedAt: null,
      language,
      id: { not: project.id },
      OR: [{ id: mainId }, { translationOfId: mainId }],
    },
    select: { id: true },
  });
  if (taken) throw invalid({ language: [languageTaken] });
  await letGo(c, [{ translationOfId: mainId, language }]);
}

const live = { deletedAt: null } as const;

async function sideOf(c: Command, id: number): Promise<TranslationSide> {
  const { versioningScheme, translationOf, translations, ...row } = await c.tx.project.findUniqueOrThrow({
    where: { id },
    select: {
      slug: true,
      language: true,
      versioningScheme: true,
      translationOf: { select: { deletedAt: true } },
      translations: { where: live, select: { language: true } },
    },
  });
  return {
    ...row,
    scheme: versioningScheme,
    isTranslation: translationOf !== null && translationOf.deletedAt === null,
    translations: translations.map(({ language }) => language),
  };
}

/**
 * A deleted project stays a translation, or translated, in case it is restored. Of those chosen, what is in the way of something
 * new ends.
 */
async function letGo(c: Command, chosen: readonly Prisma.ProjectWhereInput[]): Promise<void> {
  const deleted = { deletedAt: { not: null } };
  const rows = await c.tx.project.findMany({
    where: { OR: [...chosen], AND: { OR: [deleted, { translationOf: deleted }] } },
    select: { id: true, slug: true, translationOf: { select: { slug: true } } },
  });
  for (const { id, slug, translationOf } of rows) {
    await c.tx.project.update({ where: { id }, data: { translationOfId: null }, select: { id: true } });
    await c.record({
      action: "project.update",
      projectId: id,
      subjectKind: "project",
      subjectId: id,
      subjectLabel: slug,
      changes: { translationOf: { from: translationOf?.slug ?? null, to: null } },
    });
  }
}
