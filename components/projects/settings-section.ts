"use client";

import type { Expanded, Schema } from "#components/api-operations.ts";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { type SharedField, useGuardedForm } from "#components/form/guarded-form.ts";
import { say } from "#components/ui/toast.ts";
import { fetchProject, type ProjectSettings, type ProjectWithRights, useUpdateProject } from "./api.ts";

/** A value of a project that its settings show. */
export type ProjectField = SharedField<Expanded<Schema<"Project">, "description">>;

/** The names of a section's controls. */
export const namesOf = (fields: readonly ProjectField[]): readonly string[] => fields.map(({ name }) => name);

/** A section of the settings: its own form, its own save. */
export function useSection(
  project: ProjectWithRights,
  what: string,
  fields: readonly ProjectField[],
  read: (data: FormData) => ProjectSettings,
) {
  const update = useUpdateProject(project.slug);
  return useGuardedForm({
    row: project,
    fetch: () => fetchProject(project.slug),
    fields,
    read,
    submit: (changes, tag) => update.mutateAsync({ changes, tag }),
    lastChange: lastChangeOf({ project: project.slug }, { kind: "project", id: project.id }),
    done: () => say(`${what} of ${project.name} saved`),
  });
}

/** The words of a choice. */
export const labelIn =
  (options: readonly { value: string; label: string }[]) =>
  (value: string): string =>
    options.find((option) => option.value === value)?.label ?? value;
