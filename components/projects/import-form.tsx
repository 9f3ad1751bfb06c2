"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { organizationsResource } from "#components/accounts/api.ts";
import { api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { RadioCards, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { NewOrganization } from "#components/organizations/new-organization.tsx";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import { projectSlug } from "#lib/projects/rules/slug.ts";
import { type NewProject, useCheckRepository, useCreateProject } from "./api.ts";
import { chosenLanguages, languageOptions } from "./language-options.ts";
import { nameFromUrl } from "./name-from-url.ts";
import { RepositoryCheck } from "./repository-check.tsx";

/** The community edition ignores the last two. */
function readProject(data: FormData): NewProject {
  return {
    name: textOf(data, "name"),
    repository: { url: textOf(data, "repository.url"), type: "git" },
    ...chosenLanguages(data),
    organization: textOf(data, "organization"),
    privacy_level: textOf(data, "privacy_level") === "public" ? "public" : "private",
  };
}

/** Where the first build of a new project is shown; the project itself when there is none. */
async function firstPage(project: Schema<"Project">): Promise<string> {
  const builds = await api
    .get("/api/v3/projects/{project}/builds/", { project: project.slug }, { limit: 1 })
    .catch(() => null);
  const first = builds?.results[0];
  return first ? paths.build(project.slug, first.id) : paths.project(project.slug);
}

/** Creates a project from the address of a git repository and goes to its first build. */
export function ImportForm({
  business,
  docsScheme,
  docsDomain,
}: {
  business: boolean;
  docsScheme: string;
  docsDomain: string;
}) {
  const router = useRouter();
  const create = useCreateProject();
  const [name, setName] = useState("");
  const [named, setNamed] = useState(false);
  const [url, setUrl] = useState("");
  const check = useCheckRepository();
  const organizations = useQuery({ ...organizationsResource(), enabled: business });
  const form = useForm({
    read: readProject,
    submit: async (input) => firstPage(await create.mutateAsync(input)),
    done: (page) => router.push(page),
  });
  const slug = projectSlug(name);
  const choices = organizations.data?.results ?? [];
  if (business && organizations.data && choices.length === 0) return <NewOrganization />;
  return (
    <Card>
      <Form form={form} label="Import project">
        <TextField
          name="repository.url"
          label="Repository URL"
          hint={
            business
              ? "Any git address. A private repository gets its deploy key or token afterwards, under Settings."
              : "Any git address that this server can clone without asking for a password."
          }
          placeholder="https://github.com/acme/docs.git"
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => {
            setUrl(event.target.value.trim());
            check.reset();
            if (!named) setName(nameFromUrl(event.target.value));
          }}
        />
        <RepositoryCheck check={check} url={url} business={business} />
        <TextField
          name="name"
          label="Name"
          maxLength={63}
          value={name}
          autoComplete="off"
          required
          hint={
            slug === "" ? (
              "The documentation's address is made of it."
            ) : (
              <>
                Documentation at{" "}
                <code className="break-all">
                  {docsScheme}://{slug}.{docsDomain}/en/latest/
                </code>
              </>
            )
          }
          onChange={(event) => {
            setName(event.target.value);
            setNamed(event.target.value !== "");
          }}
        />
        {business && (
          <SelectField
            name="organization"
            label="Organization"
            options={choices.map(({ slug: value, name: label }) => ({ value, label }))}
          />
        )}
        <SelectField
          name="language"
          label="Language of the documentation"
          options={languageOptions}
          defaultValue="en"
        />
        {business && (
          <RadioCards
            name="privacy_level"
            label="Who can read it"
            defaultValue="private"
            options={[
              {
                value: "private",
                label: "Private",
                hint: "Only members of its teams and the people you share it with.",
              },
              { value: "public", label: "Public", hint: "Anyone, search engines included." },
            ]}
          />
        )}
        <FormEnd submit="Import project" />
      </Form>
    </Card>
  );
}
