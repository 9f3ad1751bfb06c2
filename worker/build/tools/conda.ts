import { parseDocument, YAMLMap, YAMLSeq } from "yaml";

/** Programs that can make a conda environment, best first for each kind. */
export const condaPrograms = {
  conda: ["conda", "mamba", "micromamba"],
  mamba: ["mamba", "micromamba", "conda"],
} as const;

/** In characters. No longer text fits into an argument of a command, and none of this length takes long to read. */
const longest = 100_000;

/**
 * An environment file that also asks for the documentation tool: Sphinx as a package of conda, MkDocs as one of pip
 * (spec/builds.md 6.3). Null when there is nothing to add, when the file is too long, or when it is not one conda would understand either.
 */
export function withDocumentationTool(text: string, tool: "sphinx" | "mkdocs"): string | null {
  if (text.length > longest) return null;
  // Comparing keys with each other and drawing where an error is take quadratic time.
  const quick = { uniqueKeys: false, prettyErrors: false } as const;
  const document = parseDocument(text, { version: "1.1", logLevel: "silent", ...quick });
  if (document.errors.length > 0 || !(document.contents instanceof YAMLMap)) return null;
  const listed: unknown = document.get("dependencies");
  const dependencies = listed instanceof YAMLSeq ? listed : new YAMLSeq();
  if (!(listed instanceof YAMLSeq)) document.set("dependencies", dependencies);
  if (tool === "sphinx") dependencies.add(tool);
  else pipPackages(dependencies).add(tool);
  const changed = document.toString();
  return changed.length > longest ? null : changed;
}

/** The list under `pip`, added where there is none. */
function pipPackages(dependencies: YAMLSeq): YAMLSeq {
  for (const item of dependencies.items) {
    const packages: unknown = item instanceof YAMLMap ? item.get("pip") : null;
    if (packages instanceof YAMLSeq) return packages;
  }
  const packages = new YAMLSeq();
  const entry = new YAMLMap();
  entry.set("pip", packages);
  dependencies.items.unshift("pip");
  dependencies.add(entry);
  return packages;
}
