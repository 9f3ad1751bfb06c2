"use client";

import { useQuery } from "@tanstack/react-query";
import { Languages, Unlink } from "lucide-react";
import { useRef } from "react";
import { errorMessage } from "#components/api-client.ts";
import { useUpdateAddress } from "#components/projects/address-api.ts";
import { relativeResource } from "#components/projects/family-api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { AddTranslation } from "./add-translation.tsx";
import { type Translation, translationsPerPage, translationsResource } from "./api.ts";
import { TranslationMatrix } from "./translation-matrix.tsx";

const columnsFor = (main: string): readonly Column<Translation>[] => [
  {
    head: "Language",
    unlabelled: true,
    cell: ({ language }) => (
      <span>
        <span className="text-body font-medium">{language.name}</span>{" "}
        <code className="text-muted">{language.code}</code>
      </span>
    ),
  },
  {
    head: "Project",
    cell: ({ slug, name }) => (
      <Link
        href={paths.project(slug)}
        dir="auto"
        className="link wrap-anywhere sm:block sm:w-max sm:max-w-[32ch]"
      >
        {name}
      </Link>
    ),
  },
  {
    head: "Address",
    grow: true,
    cell: ({ urls }) => (
      <a href={urls.documentation} className="link break-all">
        {urls.documentation.replace(/^https?:\/\//, "")}
      </a>
    ),
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (translation) => <Detach main={main} translation={translation} />,
  },
];

/** Ends being a translation after saying which addresses change; for 15 seconds it can be taken back. */
function Detach({ main, translation }: { main: string; translation: Translation }) {
  const { slug, name, language, urls } = translation;
  const place = useRef<HTMLSpanElement>(null);
  const update = useUpdateAddress();
  const undo = (): void => {
    update.mutateAsync({ project: slug, translation_of: main }).then(
      () => say(`${name} is a translation again`),
      (error: unknown) => say(`${name} stays on its own. ${errorMessage(error)}`),
    );
  };
  return (
    <span ref={place}>
      <ConfirmButton
        small
        look="ghost"
        icon={Unlink}
        question={{
          title: `Remove the translation into ${language.name}?`,
          consequences: (
            <ul className="list-disc space-y-1 ps-5">
              <li>
                <span className="break-all">{urls.documentation}</span> and every other {language.name}{" "}
                address answer 404.
              </li>
              <li>{name} is on its own host again. The project, its versions and builds stay.</li>
            </ul>
          ),
          keep: "Keep translation",
          verb: "Remove translation",
          act: async () => {
            const moveOn = nextRowOf(place.current);
            await update.mutateAsync({ project: slug, translation_of: null });
            moveOn();
            void say(`${name} is no translation any more`, undo);
          },
        }}
      >
        Remove<span className="sr-only"> {language.name}</span>
      </ConfirmButton>
    </span>
  );
}

/** The languages of a project's documentation, and the form for another one. */
export function TranslationList({ project: slug, offset }: { project: string; offset: number }) {
  const { data: project } = useQuery(relativeResource(slug));
  const { data: translations } = useQuery(translationsResource(slug, offset));
  const main = project?.translation_of;
  const unfit = project && project.versioning_scheme !== "multiple_versions_with_translations";
  return (
    <>
      {main && (
        <Callout>
          This project is the {project.language.name} translation of{" "}
          <Link className="link" href={paths.translations(main.slug)}>
            {main.slug}
          </Link>
          , so it has none of its own.
        </Callout>
      )}
      {!main && unfit && (
        <Callout>
          Addresses of this project have no language, so it cannot have translations. Choose “Versions and
          translations” in{" "}
          <Link className="link" href={paths.projectSettings(slug)}>
            its settings
          </Link>{" "}
          first.
        </Callout>
      )}
      <ListBody
        resource={translationsResource(slug, offset)}
        place={{ path: paths.translations(slug), filter: { offset: offset || undefined } }}
        perPage={translationsPerPage}
        caption="Translations"
        columns={columnsFor(slug)}
        rowKey={({ slug: each }) => each}
        empty={
          <EmptyState icon={Languages} title="No translations">
            {project && <>The documentation is in {project.language.name}. </>}A translation is a project of
            its own, built by itself and served on this project's host, at <code>/es/latest/</code> for
            example.
          </EmptyState>
        }
      />
      {translations && <TranslationMatrix project={slug} translations={translations.results} />}
      {project && translations && !main && !unfit && (
        <div className="max-w-[640px]">
          <AddTranslation
            project={project}
            taken={translations.results.map(({ language }) => language.code)}
          />
        </div>
      )}
    </>
  );
}
