import type { Stats } from "node:fs";
import { lstat, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type DownloadFormat, downloadFormats } from "#lib/builds/config/schema.ts";
import { listTree, openTreeFile, type TreeFile } from "#lib/publishing/trees/queries.ts";
import { checkFile, checkName, treeLimits } from "#lib/publishing/trees/rules.ts";
import { type JsonObject, largestBuildData, readBuildData } from "#worker/build/build-data.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";

/** A download; `file` has its new name as its path. */
export type Artifact = { readonly format: DownloadFormat; readonly file: TreeFile };

/** What a build has made, checked as a whole before anything of it is stored. */
export type Output = {
  readonly pages: readonly TreeFile[];
  readonly artifacts: readonly Artifact[];
  /** What the build says about itself in `readthedocs-build.yaml`, as JSON; null when it says nothing readable. */
  readonly buildData: JsonObject | null;
};

const outputName = "_readthedocs";
const extensions: Record<DownloadFormat, string> = { htmlzip: "zip", pdf: "pdf", epub: "epub" };

/**
 * Checks whatever lies in the output folder, asked for or not (spec/builds.md 7.1). Nothing of the build runs any more, so what is
 * checked here stays true while the files are read; nevertheless each is checked again when it is opened. Throws `BuildFailure` and
 * `TreeRefusal`.
 */
export async function checkOutput(
  context: Pick<BuildContext, "workspace"> & { readonly order: { readonly project: { slug: string } } },
): Promise<Output> {
  const checkout = await realpath(context.workspace.host.checkout);
  const artifacts: Artifact[] = [];
  for (const format of downloadFormats) {
    const folder = await findFolder(checkout, format);
    if (folder !== null) artifacts.push(await findArtifact(folder, format, context.order.project.slug));
  }
  // Last, so that the hint about the old folder hides nothing else that is wrong.
  const html = await findFolder(checkout, "html");
  if (html === null) {
    const old = await lstat(join(checkout, "_build", "html")).catch(() => null);
    throw new BuildFailure(
      old?.isDirectory() ? "build:user:output:old-directory-used" : "build:user:output:no-html",
    );
  }
  const pages = await listTree(html.path);
  if (!pages.some((page) => page.path === "index.html"))
    throw new BuildFailure("build:user:output:html-no-index-file");
  return { pages, artifacts, buildData: buildDataOf(pages) };
}

type Folder = { readonly path: string; readonly stats: Stats };

async function findFolder(checkout: string, name: "html" | DownloadFormat): Promise<Folder | null> {
  const path = join(checkout, outputName, name);
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  // A link in place of either folder would lead the reader, who is not in the sandbox, anywhere.
  if ((await realpath(path).catch(() => null)) !== path)
    throw new BuildFailure("build:user:symlink:used", {
      message: `${outputName}/${name} must not be a link.`,
    });
  if (!stats.isDirectory())
    throw new BuildFailure("build:user:output:is-no-a-directory", { artifact_type: name });
  return { path, stats };
}

async function findArtifact(folder: Folder, format: DownloadFormat, project: string): Promise<Artifact> {
  const [name, ...more] = await firstNames(folder.path);
  if (name === undefined) throw new BuildFailure("build:user:output:has-0-files", { artifact_type: format });
  if (more.length > 0)
    throw new BuildFailure("build:user:output:has-multiple-files", { artifact_type: format });
  const shown = `${format}/${name.toString("utf8")}`;
  checkName(name, shown);
  const source = join(folder.path, name.toString("utf8"));
  const stats = await lstat(source);
  if (stats.isSymbolicLink())
    throw new BuildFailure("build:user:symlink:used", {
      message: `${JSON.stringify(shown)} must not be a link.`,
    });
  const tree = { owner: folder.stats.uid, device: folder.stats.dev, limits: treeLimits };
  checkFile(tree, shown, stats, stats.isFile());
  const path = `${project}.${extensionOf(name.toString("utf8")) ?? extensions[format]}`;
  return { format, file: { path, source, size: stats.size, device: stats.dev, inode: stats.ino } };
}

/** Two at most: a folder may hold millions, and more than one is wrong already. Latin-1 keeps every byte of a name. */
async function firstNames(folder: string): Promise<Buffer[]> {
  const names: Buffer[] = [];
  for await (const { name } of await opendir(folder, { encoding: "latin1" })) {
    names.push(Buffer.from(name, "latin1"));
    if (names.length === 2) break;
  }
  return names;
}

/** The last extension of a name: `guide-1.2.pdf` is a pdf. */
const extensionOf = (name: string): string | undefined => /[^.]\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1];

function buildDataOf(pages: readonly TreeFile[]): Output["buildData"] {
  const file = pages.find((page) => page.path === "readthedocs-build.yaml");
  if (file === undefined || file.size > largestBuildData) return null;
  using source = openTreeFile(file);
  return readBuildData(source.bytes().toString("utf8"));
}
