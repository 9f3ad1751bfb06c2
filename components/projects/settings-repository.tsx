"use client";

import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import type { ProjectSettings, ProjectWithRights } from "./api.ts";
import { SectionEnd } from "./section-end.tsx";
import { namesOf, type ProjectField, useSection } from "./settings-section.ts";

type Section = { project: ProjectWithRights };

const repositoryFields: readonly ProjectField[] = [
  { name: "repository.url", label: "Repository URL", of: ({ repository }) => repository.url },
  { name: "default_branch", label: "Default branch", of: (project) => project.default_branch },
  {
    name: "readthedocs_yaml_path",
    label: "Configuration file",
    of: (project) => project.readthedocs_yaml_path ?? "",
  },
];

const repositoryNames = namesOf(repositoryFields);

/** Where a project is fetched from, and by which branch and file it is built. */
export function RepositorySettings({ project }: Section) {
  const read = (data: FormData): ProjectSettings => {
    const branch = textOf(data, "default_branch");
    return {
      readthedocs_yaml_path: textOf(data, "readthedocs_yaml_path") || null,
      repository: { url: textOf(data, "repository.url") },
      // What is shown may be the branch in effect rather than a chosen one; only a change chooses it.
      ...(branch !== project.default_branch && { default_branch: branch || null }),
    };
  };
  const form = useSection(project, "Repository", repositoryFields, read);
  return (
    <Card anchor="repository" title="Repository">
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
        <FormEnd submit="Save repository">
          <SectionEnd project={project} names={repositoryNames} read={read} />
        </FormEnd>
      </Form>
    </Card>
  );
}

/** The way to what a repository that is not public is fetched with. */
export function PrivateRepositoryLink({ project }: { project: string }) {
  return (
    <Card anchor="private-repository" title="Private repository">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-muted">
          A repository that is not public is fetched with a deploy key or with a token.
        </p>
        <ButtonLink href={paths.projectRepository(project)}>Deploy key and token…</ButtonLink>
      </div>
    </Card>
  );
}
