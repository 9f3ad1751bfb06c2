"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#components/api-client.ts";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { CheckField, RadioCards } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf } from "#components/form/form-state.ts";
import { useGuardedForm } from "#components/form/guarded-form.ts";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { changeVersions, fetchAllVersions, versionsResource } from "#components/versions/api.ts";
import { fetchProject, type ProjectSettings, type ProjectWithRights, useUpdateProject } from "./api.ts";
import { SectionEnd } from "./section-end.tsx";
import { labelIn, namesOf, type ProjectField } from "./settings-section.ts";

type Level = "private" | "public";
const words = { private: "Private", public: "Public" } as const;
const options = [
  {
    value: "private",
    label: words.private,
    hint: "Only members of its teams. Others do not learn that it exists.",
  },
  {
    value: "public",
    label: words.public,
    hint: "Anyone sees the project, its public versions and their builds.",
  },
] as const;
const previewOptions = [
  { value: "private", label: words.private, hint: "Only members of its teams read them." },
  { value: "public", label: words.public, hint: "Anyone reads them, for example from the pull request." },
] as const;

const fields: readonly ProjectField[] = [
  {
    name: "privacy_level",
    label: "Who can see this project",
    of: (project) => project.privacy_level,
    say: labelIn(options),
  },
  {
    name: "external_builds_privacy_level",
    label: "Previews of pull requests",
    of: (project) => project.external_builds_privacy_level,
    say: labelIn(options),
  },
];
const names = namesOf(fields);

const levelOf = (data: FormData, name: string): Level =>
  textOf(data, name) === "public" ? "public" : "private";
const read = (data: FormData): ProjectSettings => ({
  privacy_level: levelOf(data, "privacy_level"),
  external_builds_privacy_level: levelOf(data, "external_builds_privacy_level"),
});

/** Gives all versions of a project a level. Returns how many changed; throws with the reasons where some did not. */
async function levelVersions(project: string, level: Level): Promise<number> {
  const other = level === "public" ? "private" : "public";
  const versions = await fetchAllVersions(project, { view: "all", privacy_level: other });
  if (versions.length === 0) return 0;
  const slugs = versions.map(({ slug }) => slug);
  const { versions: outcomes } = await changeVersions(project, slugs, { privacy_level: level });
  const refused = outcomes.flatMap(({ slug, reason }) => (reason ? `${slug}: ${reason}` : []));
  if (refused.length > 0)
    throw new ApiError(400, `The project was saved, but not every version. ${refused.join(" ")}`, {}, null);
  return outcomes.filter(({ outcome }) => outcome === "changed").length;
}

/** Who may see a project, its previews and, when asked for together, all of its versions. */
export function PrivacySettings({ project }: { project: ProjectWithRights }) {
  const update = useUpdateProject(project.slug);
  const [level, setLevel] = useState<Level>(project.privacy_level);
  const form = useGuardedForm({
    row: project,
    fetch: () => fetchProject(project.slug),
    fields,
    read: (data) => ({ changes: read(data), together: data.has("together") }),
    submit: async ({ changes, together }, tag) => {
      await update.mutateAsync({ changes, tag });
      return together ? levelVersions(project.slug, changes.privacy_level ?? "private") : null;
    },
    lastChange: lastChangeOf({ project: project.slug }, { kind: "project", id: project.id }),
    done: (versions) => {
      const also = versions === null ? "" : `, with ${versions} ${versions === 1 ? "version" : "versions"}`;
      void say(`Privacy of ${project.name} saved${also}`);
    },
  });
  return (
    <Card anchor="privacy" title="Privacy">
      <Form form={form} label="Privacy">
        <RadioCards
          name="privacy_level"
          label="Who can see this project"
          defaultValue={project.privacy_level}
          options={options}
          onChange={(value) => setLevel(value === "public" ? "public" : "private")}
        />
        <OtherVersions project={project.slug} level={level} />
        <RadioCards
          name="external_builds_privacy_level"
          label="Previews of pull requests"
          defaultValue={project.external_builds_privacy_level}
          options={previewOptions}
        />
        <FormEnd submit="Save privacy">
          <SectionEnd project={project} names={names} read={read} />
        </FormEnd>
      </Form>
    </Card>
  );
}

const few = 5;

/** Names the versions that stay at the other level, and offers to change them, too. */
function OtherVersions({ project, level }: { project: string; level: Level }) {
  const other = level === "public" ? "private" : "public";
  const { data } = useQuery(versionsResource(project, { active: true, privacy_level: other }, few));
  if (!data || data.count === 0) {
    return (
      <p className="text-meta text-muted">
        All its active versions are {level}. New versions take the project's level.
      </p>
    );
  }
  const named = data.results.map(({ slug }) => slug).join(", ");
  const more = data.count - data.results.length;
  return (
    <CheckField
      name="together"
      label={`Make its ${other} versions ${level}, too`}
      hint={
        <span className="break-words">
          {data.count === 1 ? "1 active version stays" : `${data.count} active versions stay`} {other}{" "}
          otherwise: {named}
          {more > 0 && ` and ${more} more`}.
        </span>
      }
    />
  );
}
