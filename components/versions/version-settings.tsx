"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { CheckField, RadioCards, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { type SharedField, useGuardedForm } from "#components/form/guarded-form.ts";
import { projectResource } from "#components/projects/api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  fetchVersion,
  mayLeadOn,
  redirectVersion,
  useRenameVersion,
  useUpdateVersion,
  type VersionWithBuild,
  versionResource,
  wipeVersion,
} from "./api.ts";
import { useDeactivation } from "./deactivation.tsx";
import { StatesPicture } from "./states-picture.tsx";

/** What becomes of a version: whether it is served, listed, and to whom. */
export function VersionSettings({
  project,
  version: slug,
  business,
}: {
  project: string;
  version: string;
  business: boolean;
}) {
  const { data: version } = useQuery(versionResource(project, slug));
  const { data: about } = useQuery(projectResource(project));
  if (!version || !about) return null;
  return (
    <>
      <StatesPicture version={version} />
      <Visibility project={project} version={version} business={business} />
      <Activity project={project} version={version} isDefault={about.default_version === version.slug} />
      {!version.source.machine && <Address project={project} version={version} />}
      {!version.active && <Files project={project} version={version} />}
    </>
  );
}

type Field = SharedField<Schema<"Version">>;
const hiddenField: Field = {
  name: "hidden",
  label: "Hidden",
  of: ({ hidden }) => (hidden ? "on" : ""),
  say: (value) => (value === "on" ? "Hidden" : "Not hidden"),
};
const privacyField: Field = {
  name: "privacy_level",
  label: "Who can read it",
  of: ({ privacy_level }) => privacy_level,
  say: (value) => (value === "public" ? "Public" : "Private"),
};
const slugField: Field = { name: "slug", label: "Slug", of: ({ slug }) => slug };

function Visibility({
  project,
  version,
  business,
}: {
  project: string;
  version: VersionWithBuild;
  business: boolean;
}) {
  const update = useUpdateVersion(project);
  const form = useGuardedForm({
    row: version,
    fetch: () => fetchVersion(project, version.slug),
    fields: business ? [hiddenField, privacyField] : [hiddenField],
    read: (data) => ({
      version: version.slug,
      hidden: data.has("hidden"),
      ...(business && {
        privacy_level:
          textOf(data, "privacy_level") === "public" ? ("public" as const) : ("private" as const),
      }),
    }),
    submit: (changes, tag) => update.mutateAsync({ ...changes, tag }),
    lastChange: lastChangeOf({ project }, { kind: "version", id: version.id }),
    done: () => say(`Version ${version.verbose_name} saved`),
  });
  return (
    <Card title="Visibility">
      <Form form={form} label="Visibility">
        <CheckField
          name="hidden"
          label="Hidden"
          hint="Left out of version menus and search. People with the address can still read it."
          defaultChecked={version.hidden}
        />
        {business && (
          <RadioCards
            name="privacy_level"
            label="Who can read it"
            defaultValue={version.privacy_level}
            options={[
              {
                value: "private",
                label: "Private",
                hint: "Members of the project's teams and people it is shared with.",
              },
              { value: "public", label: "Public", hint: "Anyone, search engines included." },
            ]}
          />
        )}
        <FormEnd submit="Save visibility" />
      </Form>
    </Card>
  );
}

function Activity({
  project,
  version,
  isDefault,
}: {
  project: string;
  version: VersionWithBuild;
  isDefault: boolean;
}) {
  const update = useUpdateVersion(project);
  const deactivation = useDeactivation(project);
  const activate = useForm({
    read: () => ({ version: version.slug, active: true }),
    submit: update.mutateAsync,
    done: () => say(`${version.verbose_name} is active and its build has started`),
  });
  if (!version.active) {
    return (
      <Card title="Inactive" description="Its addresses answer 404 and pushes do not build it.">
        <Form form={activate} label="Activate version">
          <FormEnd submit="Activate version" />
        </Form>
      </Card>
    );
  }
  return (
    <Card title="Active" description="Pushes build it and its documentation is served.">
      {isDefault ? (
        <p className="text-muted">
          {version.verbose_name} is the default version. Choose another default in the{" "}
          <Link className="link" href={`${paths.projectSettings(project)}#addresses`}>
            project's settings
          </Link>{" "}
          before deactivating it.
        </p>
      ) : (
        <ConfirmButton question={deactivation(version)}>Deactivate version…</ConfirmButton>
      )}
    </Card>
  );
}

type OfVersion = { project: string; version: VersionWithBuild };

/** Leads readers from the addresses of before; says what became of it, as the slug is changed already. */
async function leadOn(project: string, from: Schema<"Version">, to: Schema<"Version">): Promise<string> {
  try {
    await redirectVersion(project, from, to);
    return "Its old addresses lead to the new ones";
  } catch (error) {
    return `Its old addresses could not be redirected. ${errorMessage(error)}`;
  }
}

/** The version's part of its addresses. */
function Address({ project, version }: OfVersion) {
  const router = useRouter();
  const rename = useRenameVersion(project);
  // Once it is renamed, it is found under the new slug only.
  const current = useRef(version.slug);
  const form = useGuardedForm({
    row: version,
    fetch: () => fetchVersion(project, current.current),
    fields: [slugField],
    read: (data) => ({ slug: textOf(data, "slug"), redirect: data.has("redirect_old") }),
    submit: async ({ slug, redirect }, tag) => {
      const renamed = await rename.mutateAsync({ version: version.slug, slug, tag });
      current.current = slug;
      const led = redirect && slug !== version.slug ? await leadOn(project, version, renamed) : null;
      return { slug, led };
    },
    lastChange: lastChangeOf({ project }, { kind: "version", id: version.id }),
    done: ({ slug, led }) => {
      void say([`The slug of ${version.verbose_name} is ${slug}`, led].filter(Boolean).join(". "));
      router.replace(paths.versionSettings(project, slug));
    },
  });
  return (
    <Card
      title="Address"
      description={
        version.active
          ? "With another slug all pages of this version move: the old addresses answer 404 at once, and a build puts the pages at the new ones."
          : "The slug is this version's part of its addresses."
      }
    >
      <Form form={form} label="Address">
        <TextField
          name="slug"
          label="Slug"
          defaultValue={version.slug}
          spellCheck={false}
          hint="Lower-case letters, digits, dots, dashes and underscores, starting with a letter or digit."
        />
        {version.active && mayLeadOn(version) && (
          <CheckField
            name="redirect_old"
            label="Redirect the old addresses to the new ones"
            hint="Links, bookmarks and search engines go on finding the pages."
            defaultChecked
          />
        )}
        <FormEnd submit="Change slug" />
      </Form>
    </Card>
  );
}

/** What is stored of a version that is not served. */
function Files({ project, version }: OfVersion) {
  return (
    <Card
      title="Stored files"
      description="The files of an inactive version are kept for seven days. Nobody can read them."
    >
      <ConfirmButton
        question={{
          title: `Remove the files of ${version.verbose_name}`,
          consequences: <p>Its stored files are removed soon. Its builds and their logs stay.</p>,
          keep: "Keep files",
          verb: "Remove files",
          act: async () => {
            await wipeVersion(project, version.slug);
            await say(`The files of ${version.verbose_name} will be removed`);
          },
        }}
      >
        Remove files…
      </ConfirmButton>
    </Card>
  );
}
