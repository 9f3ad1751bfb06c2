"use client";

import { RadioCards } from "#components/form/field.tsx";
import { textOf } from "#components/form/form-state.ts";
import { ProjectPicker } from "./project-picker.tsx";

export const scopeIn = (data: FormData): "read" | "write" =>
  textOf(data, "scope") === "read" ? "read" : "write";

/** What a token may do, and where: `projects` is null for everywhere. */
export function TokenRights({
  scope,
  projects,
  onProjects,
}: {
  scope: "read" | "write";
  projects: readonly string[] | null;
  onProjects: (projects: readonly string[] | null) => void;
}) {
  return (
    <>
      <RadioCards
        name="scope"
        label="It can"
        defaultValue={scope}
        options={[
          {
            value: "write",
            label: "Read and write",
            hint: "Everything you can do, except changing how you log in.",
          },
          { value: "read", label: "Read only", hint: "See what you can see, change nothing." },
        ]}
      />
      <RadioCards
        name="reach"
        label="It reaches"
        defaultValue={projects === null ? "all" : "chosen"}
        onChange={(reach) => onProjects(reach === "chosen" ? [] : null)}
        options={[
          { value: "all", label: "All projects I can reach", hint: "Also those that come later." },
          { value: "chosen", label: "Chosen projects", hint: "And nothing else, whatever you may do." },
        ]}
      />
      {projects && <ProjectPicker chosen={projects} onChange={onProjects} />}
    </>
  );
}
