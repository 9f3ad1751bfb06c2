"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckField, RadioCards } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { projectResource } from "#components/projects/api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { useUpdateVersion, type VersionWithBuild, versionResource } from "./api.ts";

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
                Its pages answer 404 at once and its documentation is removed. Activating it again builds it
                from the repository.
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
