import { posix } from "node:path";
import type { BuildConfig, DownloadFormat, SphinxDoctype } from "#lib/builds/config/schema.ts";
import {
  documentationTool,
  type PlanFacts,
  type PlannedStep,
  type PlatformStep,
} from "#worker/build/plan/step.ts";

const htmlBuilders: Readonly<Record<SphinxDoctype, string>> = {
  sphinx: "html",
  sphinx_htmldir: "dirhtml",
  sphinx_singlehtml: "singlehtml",
};

/** Languages whose code Sphinx spells in another way. */
const sphinxLanguages: Readonly<Record<string, string>> = {
  "es-mx": "es_MX",
  "nb-no": "nb_NO",
  "pt-br": "pt_BR",
  "uk-ua": "uk_UA",
  "zh-cn": "zh_CN",
  "zh-tw": "zh_TW",
};

/** The pages or one download of a Sphinx project (spec/builds.md 6.5). `conf` is the path of its conf.py. */
export function planSphinx(
  config: BuildConfig,
  conf: string,
  format: "html" | DownloadFormat,
  facts: PlanFacts,
): PlannedStep[] {
  const sphinx = (builder: string, strict = config.sphinx?.fail_on_warning ?? false): PlatformStep => ({
    do: "run",
    phase: "building",
    folder: posix.dirname(conf),
    args: [
      ...documentationTool(facts.kind, "sphinx", "sphinx-build"),
      "-T",
      ...(strict ? ["-W", "--keep-going"] : []),
      ...["-b", builder, "-d", "_build/doctrees"],
      ...["-D", `language=${sphinxLanguages[facts.language] ?? facts.language}`],
      ...[".", `$READTHEDOCS_OUTPUT/${format}`],
    ],
  });
  switch (format) {
    case "html":
      return [
        { do: "show", phase: "building", path: conf },
        sphinx(htmlBuilders[config.sphinx?.builder ?? "sphinx"]),
      ];
    case "htmlzip":
      return [sphinx("singlehtml"), { do: "pack", format }];
    case "epub":
      return [sphinx("epub"), { do: "pack", format }];
    case "pdf":
      return [{ do: "make pdf", sources: sphinx("latex", false), language: facts.language }];
  }
}
