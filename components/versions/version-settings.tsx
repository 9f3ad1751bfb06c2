"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { CheckField, RadioCards, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { projectResource } from "#components/projects/api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  useRenameVersion,
  useUpdateVersion,
  type VersionWithBuild,
  versionResource,
  wipeVersion,
} from "./api.ts";

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
      <Visibility project={project} version={version} business={business} />
      <Activity project={project} version={version} isDefault={about.default_version === version.slug} />
      {!version.source.machine && <Address project={project} version={version} />}
      {!version.active && <Files project={project} version={version} />}
    </>
  );
}

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
  const form = useForm({
    read: (data) => ({
      version: version.slug,
      hidden: data.has("hidden"),
      ...(business && {
        privacy_level:
          textOf(data, "privacy_level") === "public" ? ("public" as const) : ("private" as const),
      }),
    }),
    submit: update.mutateAsync,
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
          {version.verbose_name} is the default version. Choose another default in the project's settings
          before deactivating it.
        </p>
      ) : (
        <ConfirmButton
          question={{
            title: `Deactivate ${version.verbose_name}`,
            consequences: (
              <p>
                Its pages answer 404 at once and its builds are cancelled. Its files are kept for seven days,
                unless you remove them here. Activating it again builds it from the repository.
              </p>
            ),
            keep: "Keep version active",
            verb: "Deactivate version",
            act: async () => {
              await update.mutateAsync({ version: version.slug, active: false });
              await say(`${version.verbose_name} is inactive`);
            },
          }}
        >
          Deactivate version…
        </ConfirmButton>
      )}
    </Card>
  );
}

type OfVersion = { project: string; version: VersionWithBuild };

/** The version's part of its addresses. */
function Address({ project, version }: OfVersion) {
  const router = useRouter();
  const rename = useRenameVersion(project);
  const form = useForm({
    read: (data) => ({ version: version.slug, slug: textOf(data, "slug") }),
    submit: rename.mutateAsync,
    done: ({ slug }) => {
      say(`The slug of ${version.verbose_name} is ${slug}`);
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
