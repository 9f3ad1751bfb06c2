import { join } from "node:path";
import type { DownloadFormat } from "#lib/builds/config/schema.ts";
import { attachNotice } from "#lib/builds/runs/commands.ts";
import { expandArguments } from "#worker/build/arguments.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { runOrFail, runQuietly, runRecorded, type ShellCommand } from "#worker/build/shell.ts";
import { packScript } from "#worker/build/steps/pack-script.ts";

type Stage = {
  readonly environment: Readonly<Record<string, string>>;
  readonly python: string;
};

const endings: Readonly<Record<DownloadFormat, string>> = { htmlzip: "zip", pdf: "pdf", epub: "epub" };

/** Leaves one file in the folder of a download, `<project>.<zip|pdf|epub>`. False when there was nothing to leave. */
export async function packDownload(
  context: BuildContext,
  format: DownloadFormat,
  { environment, python }: Stage,
): Promise<boolean> {
  const { order, version } = context;
  const name = `${order.project.slug}.${endings[format]}`;
  const args = [folderOf(context, format), name, `${order.project.slug}-${version.slug}`];
  // In the sandbox: only there may links that a build made be met.
  const argv = [...expandArguments([python], environment), "-I", "-c", packScript, ...args];
  const { exitCode } = await runQuietly(context, { argv, environment, network: "none" });
  return exitCode === 0;
}

/** Makes the PDF of a Sphinx project out of its LaTeX sources (spec/builds.md 6.5). Without LaTeX the build goes on and says so. */
export async function makePdf(
  context: BuildContext,
  sources: ShellCommand,
  language: string,
  stage: Stage,
): Promise<void> {
  const { environment } = stage;
  const latexmk = await runQuietly(context, {
    argv: ["/bin/sh", "-c", "command -v latexmk"],
    environment,
    network: "none",
  });
  if (latexmk.exitCode !== 0)
    return attachNotice(context.held, "build:user:format-not-available", { format: "pdf", message: noLatex });

  await runOrFail(context, sources);
  const folder = folderOf(context, "pdf");
  const inFolder = { environment, folder, network: "none" } as const;
  const found = await runQuietly(context, { ...inFolder, argv: ["/bin/sh", "-c", prepareLatex] });
  if (found.exitCode !== 0) throw new BuildFailure("build:user:tex-file-not-found");

  const japanese = language === "ja";
  const settings = japanese ? "latexmkjarc" : "latexmkrc";
  const show = ["cat", settings];
  await runRecorded(context, { ...inFolder, step: "building", text: show.join(" "), argv: show });
  const how = ["-f", "-dvi-", "-ps-", `-jobname=${context.order.project.slug}`, "-interaction=nonstopmode"];
  const make = ["latexmk", "-r", settings, japanese ? "-pdfdvi" : "-pdf", ...how];
  // It complains about much that a reader of the PDF never sees: what counts is whether it wrote one.
  const done = /^Output written on /;
  await runRecorded(context, { ...inFolder, step: "building", text: make.join(" "), argv: make, done });
  if (!(await packDownload(context, "pdf", stage))) throw new BuildFailure("build:user:pdf-not-found");
}

/** Fails without a .tex file. Sizes of pictures are only asked for where the program for it is. */
const prepareLatex = `
ls ./*.tex >/dev/null 2>&1 || exit 1
command -v extractbb >/dev/null || exit 0
for picture in ./*.png ./*.gif ./*.jpg ./*.jpeg ./*.pdf; do
  [ ! -f "$picture" ] || extractbb "$picture"
done
exit 0`;

const noLatex =
  "It needs LaTeX. Whoever runs this server can install it with: apt-get install latexmk texlive-latex-recommended texlive-latex-extra texlive-fonts-recommended texlive-xetex tex-gyre";

const folderOf = (context: BuildContext, format: DownloadFormat): string =>
  join(context.workspace.checkout, "_readthedocs", format);
