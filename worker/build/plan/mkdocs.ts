import { documentationTool, type PlanFacts, type PlannedStep } from "#worker/build/plan/step.ts";

/** The pages of a MkDocs project (spec/builds.md 6.5). */
export function planMkdocs(path: string, strict: boolean, facts: PlanFacts): PlannedStep[] {
  return [
    { do: "show", phase: "building", path },
    {
      do: "run",
      phase: "building",
      folder: ".",
      args: [
        ...documentationTool(facts.kind, "mkdocs", "mkdocs"),
        ...["build", "--clean", "--site-dir", "$READTHEDOCS_OUTPUT/html", "--config-file", path],
        ...(strict ? ["--strict"] : []),
      ],
    },
  ];
}
