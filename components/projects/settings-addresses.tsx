"use client";

import { useQuery } from "@tanstack/react-query";
import type { Schema } from "#components/api-operations.ts";
import { CopyCall } from "#components/form/copy-call.tsx";
import { RadioCards, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Unsaved } from "#components/form/unsaved.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { versionChoices } from "#components/versions/api.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { addressResource, useUpdateAddress } from "./address-api.ts";
import type { ProjectSettings, ProjectWithRights } from "./api.ts";
import { SectionEnd } from "./section-end.tsx";
import { labelIn, namesOf, type ProjectField, useSection } from "./settings-section.ts";

type Section = { project: ProjectWithRights };

const schemes = [
  {
    value: "multiple_versions_with_translations",
    label: "Versions and translations",
    hint: (
      <code>
        /en/latest/
        <wbr />
        page.html
      </code>
    ),
  },
  {
    value: "multiple_versions_without_translations",
    label: "Versions",
    hint: <code>/latest/page.html</code>,
  },
  { value: "single_version_without_translations", label: "A single version", hint: <code>/page.html</code> },
] as const;

const addressFields: readonly ProjectField[] = [
  { name: "default_version", label: "Default version", of: (project) => project.default_version },
  {
    name: "versioning_scheme",
    label: "Addresses of pages",
    of: (project) => project.versioning_scheme,
    say: labelIn(schemes),
  },
];

const addressNames = namesOf(addressFields);

const readAddresses = (data: FormData): ProjectSettings => ({
  default_version: textOf(data, "default_version"),
  ...chosenScheme(textOf(data, "versioning_scheme")),
});

/** The version at the root, and whether addresses name version and language. */
export function VersionSettings({ project }: Section) {
  const { data } = useQuery(versionChoices(project.slug));
  const slugs = new Set([project.default_version, ...(data?.results ?? []).map(({ slug }) => slug)]);
  const form = useSection(project, "Versions and addresses", addressFields, readAddresses);
  return (
    <Card anchor="addresses" title="Versions and addresses">
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
        <FormEnd submit="Save versions">
          <SectionEnd project={project} names={addressNames} read={readAddresses} />
        </FormEnd>
      </Form>
    </Card>
  );
}

function chosenScheme(value: string): Pick<ProjectSettings, "versioning_scheme"> {
  const scheme = schemes.find((one) => one.value === value)?.value;
  return scheme ? { versioning_scheme: scheme } : {};
}

const prefixNames = ["custom_prefix", "subproject_prefix", "alias"] as const;

/** What stands in the controls there are: which ones depends on the project's place in its family. */
const readPrefixes = (data: FormData): Schema<"AddressChanges"> => ({
  ...(data.has("custom_prefix") && { custom_prefix: textOf(data, "custom_prefix") || null }),
  ...(data.has("subproject_prefix") && { subproject_prefix: textOf(data, "subproject_prefix") || null }),
  ...(data.has("alias") && { alias: textOf(data, "alias") }),
});

/** The parts of addresses before the version: of this project's pages, and of its subprojects. */
export function PrefixSettings({ project }: Section) {
  const { data: address } = useQuery(addressResource(project.slug));
  const update = useUpdateAddress();
  const form = useForm({
    read: readPrefixes,
    submit: (changes) => update.mutateAsync({ ...changes, project: project.slug }),
    done: () => say(`Addresses of ${project.name} saved`),
  });
  if (!address) return null;
  const { translation_of: main, alias, examples } = address;
  return (
    <Card anchor="prefixes" title="Prefixes">
      <Form form={form} label="Prefixes">
        {main === null ? (
          <TextField
            name="custom_prefix"
            label="Prefix of the pages"
            optional
            mono
            defaultValue={address.custom_prefix ?? ""}
            placeholder="/docs/"
            autoComplete="off"
            spellCheck={false}
            hint={
              <>
                What stands before language and version. The addresses of all pages change with it; now they
                begin with <span className="inline-block max-w-full break-all">{examples.documentation}</span>
              </>
            }
          />
        ) : (
          <p className="text-muted">
            A translation has the prefix of its main project,{" "}
            <Link className="link" href={paths.projectSettings(main)}>
              {main}
            </Link>
            .
          </p>
        )}
        {alias === null ? (
          main === null && (
            <TextField
              name="subproject_prefix"
              label="Prefix of subprojects"
              optional
              mono
              defaultValue={address.subproject_prefix ?? ""}
              placeholder="/projects/"
              autoComplete="off"
              spellCheck={false}
            />
          )
        ) : (
          <TextField
            name="alias"
            label="Alias as a subproject"
            mono
            maxLength={255}
            defaultValue={alias}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="Its name in the addresses of the parent project, which change with it."
            required
          />
        )}
        <FormEnd submit="Save prefixes">
          <Unsaved names={prefixNames} />
          <span className="ms-auto">
            <CopyCall method="PATCH" path={apiPaths.address(project.slug)} read={readPrefixes} />
          </span>
        </FormEnd>
      </Form>
    </Card>
  );
}
