"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyCall } from "#components/form/copy-call.tsx";
import { CheckField, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Unsaved } from "#components/form/unsaved.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { versionChoices } from "#components/versions/api.ts";
import { apiPaths } from "#lib/paths.ts";
import type { ProjectSettings, ProjectWithRights } from "./api.ts";
import { publishingResource, useUpdatePublishing } from "./publishing-api.ts";
import { SectionEnd } from "./section-end.tsx";
import { namesOf, type ProjectField, useSection } from "./settings-section.ts";

type Section = { project: ProjectWithRights };

/** What a ticked box sends. */
const ticked = (value: boolean): string => (value ? "on" : "");
const yesOrNo = (value: string): string => (value === "on" ? "Yes" : "No");

const buildFields: readonly ProjectField[] = [
  {
    name: "external_builds_enabled",
    label: "Build pull requests",
    of: (project) => ticked(project.external_builds_enabled),
    say: yesOrNo,
  },
];
const buildNames = namesOf(buildFields);
const readBuilds = (data: FormData): ProjectSettings => ({
  external_builds_enabled: data.has("external_builds_enabled"),
});

/** Whether builds are started, and for what. */
export function BuildSettings({ project }: Section) {
  const form = useSection(project, "Builds", buildFields, readBuilds);
  return (
    <Card anchor="builds" title="Builds">
      <Form form={form} label="Builds">
        <p className="text-muted">
          {project.builds_on
            ? "Builds are on: each push to an active version is built."
            : "Builds are off. The notice at the top of this page says why and how they are switched on again."}
        </p>
        <CheckField
          name="external_builds_enabled"
          label="Build pull requests"
          defaultChecked={project.external_builds_enabled}
          hint="Each gets a preview of its own, on a host that shares nothing with the documentation."
        />
        <FormEnd submit="Save builds">
          <SectionEnd project={project} names={buildNames} read={readBuilds} />
        </FormEnd>
      </Form>
    </Card>
  );
}

const analyticsFields: readonly ProjectField[] = [
  { name: "analytics_code", label: "Analytics code", of: (project) => project.analytics_code ?? "" },
  {
    name: "analytics_disabled",
    label: "Do not count page views",
    of: (project) => ticked(project.analytics_disabled),
    say: yesOrNo,
  },
];
const analyticsNames = namesOf(analyticsFields);
const readAnalytics = (data: FormData): ProjectSettings => ({
  analytics_code: textOf(data, "analytics_code") || null,
  analytics_disabled: data.has("analytics_disabled"),
});

/** Who counts the readers. */
export function AnalyticsSettings({ project }: Section) {
  const form = useSection(project, "Analytics", analyticsFields, readAnalytics);
  return (
    <Card anchor="analytics" title="Analytics">
      <Form form={form} label="Analytics">
        <TextField
          name="analytics_code"
          label="Analytics code"
          mono
          optional
          maxLength={50}
          defaultValue={project.analytics_code ?? ""}
          placeholder="G-XXXXXXX"
          autoComplete="off"
          spellCheck={false}
          hint="The identifier of your own analytics account."
        />
        <CheckField
          name="analytics_disabled"
          label="Do not count page views"
          defaultChecked={project.analytics_disabled}
          hint="Neither Lectern nor the analytics code counts the readers of this project."
        />
        <FormEnd submit="Save analytics">
          <SectionEnd project={project} names={analyticsNames} read={readAnalytics} />
        </FormEnd>
      </Form>
    </Card>
  );
}

const pageNames = ["search_engines", "diff_base"] as const;
const readPages = (data: FormData) => ({
  search_engines: data.has("search_engines"),
  diff_base: textOf(data, "diff_base") || null,
});

/** What search engines may do with the pages, and what previews are compared with. */
export function PageSettings({ project }: Section) {
  const { data: publishing } = useQuery(publishingResource(project.slug));
  const { data: versions } = useQuery(versionChoices(project.slug));
  const update = useUpdatePublishing(project.slug);
  const form = useForm({
    read: readPages,
    submit: update.mutateAsync,
    done: () => say(`Published pages of ${project.name} saved`),
  });
  if (!publishing) return null;
  const base = publishing.diff_base ?? "";
  const slugs = new Set([...(base ? [base] : []), ...(versions?.results ?? []).map(({ slug }) => slug)]);
  return (
    <Card anchor="pages" title="Published pages">
      <Form form={form} label="Published pages">
        <CheckField
          name="search_engines"
          label="Search engines may list the pages"
          defaultChecked={publishing.search_engines}
          hint="Of public versions that are not hidden. Switched off, every page asks not to be listed."
        />
        <SelectField
          name="diff_base"
          label="Previews of pull requests are compared with"
          defaultValue={base}
          options={[
            { value: "", label: "latest (usual)" },
            ...[...slugs].map((slug) => ({ value: slug, label: slug })),
          ]}
        />
        <FormEnd submit="Save pages">
          <Unsaved names={pageNames} />
          <span className="ms-auto">
            <CopyCall method="PATCH" path={apiPaths.publishing(project.slug)} read={readPages} />
          </span>
        </FormEnd>
      </Form>
    </Card>
  );
}
