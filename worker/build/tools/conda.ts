import { parseDocument, YAMLMap, YAMLSeq } from "yaml";

/** Programs that can make a conda environment, best first for each kind. */
export const condaPrograms = {
  conda: ["conda", "mamba", "micromamba"],
  mamba: ["mamba", "micromamba", "conda"],
} as const;

/**
 * An environment file that also asks for the documentation tool: Sphinx as a package of conda, MkDocs as one of pip
 * (spec/builds.md 6.3). Null when there is nothing to add, or when the file is not one conda would understand either.
 */
export function withDocumentationTool(text: string, tool: "sphinx" | "mkdocs"): string | null {
  const document = parseDocument(text, { version: "1.1", logLevel: "silent" });
  if (document.errors.length > 0 || !(document.contents instanceof YAMLMap)) return null;
  const listed: unknown = document.get("dependencies");
  const dependencies = listed instanceof YAMLSeq ? listed : new YAMLSeq();
  if (!(listed instanceof YAMLSeq)) document.set("dependencies", dependencies);
  if (tool === "sphinx") dependencies.add(tool);
  else pipPackages(dependencies).add(tool);
  return document.toString();
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
