"use client";

import { useQuery } from "@tanstack/react-query";
import { RadioCards, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { versionsResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { type ProjectSettings, type ProjectWithRights, projectResource, useUpdateProject } from "./api.ts";
import { chosenLanguages, languageOptions, programmingLanguageOptions } from "./language-options.ts";

type Section = { project: ProjectWithRights };

/** A section of the settings: its own form, its own save. */
function useSection(project: ProjectWithRights, what: string, read: (data: FormData) => ProjectSettings) {
  const update = useUpdateProject(project.slug);
  return useForm({ read, submit: update.mutateAsync, done: () => say(`${what} of ${project.name} saved`) });
}

function General({ project }: Section) {
  const form = useSection(project, "General settings", (data) => ({
    name: textOf(data, "name"),
    homepage: textOf(data, "homepage"),
    ...chosenLanguages(data),
  }));
  return (
    <Card title="General">
      <Form form={form} label="General">
        <TextField
          name="name"
          label="Name"
          maxLength={63}
          defaultValue={project.name}
          hint={
            <>
              The slug <code className="break-all">{project.slug}</code> and all addresses stay as they are.
            </>
          }
          required
        />
        <TextField
          name="homepage"
          label="Homepage"
          type="url"
          optional
          defaultValue={project.homepage ?? ""}
          placeholder="https://example.com"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="language"
            label="Language"
            options={languageOptions}
            defaultValue={project.language.code}
          />
          <SelectField
            name="programming_language"
            label="Programming language"
            options={programmingLanguageOptions}
            defaultValue={project.programming_language.code}
          />
        </div>
        <FormEnd submit="Save general" />
      </Form>
    </Card>
  );
}

function Repository({ project }: Section) {
  const form = useSection(project, "Repository", (data) => {
    const branch = textOf(data, "default_branch");
    return {
      readthedocs_yaml_path: textOf(data, "readthedocs_yaml_path") || null,
      repository: { url: textOf(data, "repository.url") },
      // What is shown may be the branch in effect rather than a chosen one; only a change chooses it.
      ...(branch !== project.default_branch && { default_branch: branch || null }),
    };
  });
  return (
    <Card title="Repository">
      <Form form={form} label="Repository">
        <TextField
          name="repository.url"
          label="Repository URL"
          mono
          defaultValue={project.repository.url}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          name="default_branch"
          label="Default branch"
          mono
          optional
          defaultValue={project.default_branch}
          hint="What “latest” is built from. Left empty, the repository decides."
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name="readthedocs_yaml_path"
          label="Configuration file"
          mono
          optional
          defaultValue={project.readthedocs_yaml_path ?? ""}
          placeholder=".readthedocs.yaml"
          hint={
            <>
              Path in the repository, such as <code>docs/.readthedocs.yaml</code>. Left empty, the one in its
              root is used.
            </>
          }
          autoComplete="off"
          spellCheck={false}
        />
        <FormEnd submit="Save repository" />
      </Form>
    </Card>
  );
}

function PrivateRepositoryLink({ project }: { project: string }) {
  return (
    <Card title="Private repository">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-muted">
          A repository that is not public is fetched with a deploy key or with a token.
        </p>
        <ButtonLink href={paths.projectRepository(project)}>Deploy key and token…</ButtonLink>
      </div>
    </Card>
  );
}

const schemes = [
  {
    value: "multiple_versions_with_translations",
    label: "Versions and translations",
    hint: <code>/en/latest/page.html</code>,
  },
  {
    value: "multiple_versions_without_translations",
    label: "Versions",
    hint: <code>/latest/page.html</code>,
  },
  { value: "single_version_without_translations", label: "A single version", hint: <code>/page.html</code> },
] as const;

function Addresses({ project }: Section) {
  const { data } = useQuery(versionsResource(project.slug, { active: true }, 100));
  const slugs = new Set([project.default_version, ...(data?.results ?? []).map(({ slug }) => slug)]);
  const form = useSection(project, "Versions and addresses", (data) => ({
    default_version: textOf(data, "default_version"),
    ...chosenScheme(textOf(data, "versioning_scheme")),
  }));
  return (
    <Card title="Versions and addresses">
      <Form form={form} label="Versions and addresses">
        <SelectField
          name="default_version"
          label="Default version"
          hint="Where the documentation's root address leads."
          options={[...slugs].map((slug) => ({ value: slug, label: slug }))}
          defaultValue={project.default_version}
        />
        <RadioCards
          name="versioning_scheme"
          label="Addresses of pages (existing addresses change with this)"
          options={schemes}
          defaultValue={project.versioning_scheme}
        />
        <FormEnd submit="Save versions" />
      </Form>
    </Card>
  );
}

function chosenScheme(value: string): Pick<ProjectSettings, "versioning_scheme"> {
  const scheme = schemes.find((one) => one.value === value)?.value;
  return scheme ? { versioning_scheme: scheme } : {};
}

function Privacy({ project }: Section) {
  const form = useSection(project, "Privacy", (data) => ({
    privacy_level: textOf(data, "privacy_level") === "public" ? "public" : "private",
  }));
  return (
    <Card title="Privacy">
      <Form form={form} label="Privacy">
        <RadioCards
          name="privacy_level"
          label="Who can see this project"
          defaultValue={project.privacy_level}
          options={[
            {
              value: "private",
              label: "Private",
              hint: "Only members of its teams. Others do not learn that it exists.",
            },
            {
              value: "public",
              label: "Public",
              hint: "Anyone sees the project, its public versions and their builds.",
            },
          ]}
        />
        <p className="text-meta text-muted">
          Each version keeps its own level; change it on the version's page. New versions take the project's
          level.
        </p>
        <FormEnd submit="Save privacy" />
      </Form>
    </Card>
  );
}

/** All settings of a project, each section saved by itself. */
export function ProjectSettingsForms({ project: slug, business }: { project: string; business: boolean }) {
  const { data: project } = useQuery(projectResource(slug));
  if (!project) return null;
  return (
    <>
      <General project={project} />
      <Repository project={project} />
      {business && <PrivateRepositoryLink project={slug} />}
      <Addresses project={project} />
      {business && <Privacy project={project} />}
      <Card title="Delete project" danger>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-muted">
            Its documentation goes offline at once, with every version and every address.
          </p>
          <ButtonLink href={paths.projectDelete(slug)}>Delete project…</ButtonLink>
        </div>
      </Card>
    </>
  );
}
