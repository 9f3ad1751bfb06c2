"use client";

import { useQuery } from "@tanstack/react-query";
import { lastChangeOf } from "#components/audit/last-change.ts";
import { TextAreaField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf } from "#components/form/form-state.ts";
import { useGuardedForm } from "#components/form/guarded-form.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { fetchOrganization, type Organization, organizationResource, useUpdateOrganization } from "./api.ts";

function Profile({ organization }: { organization: Organization }) {
  const update = useUpdateOrganization(organization.slug);
  const form = useGuardedForm({
    row: organization,
    fetch: () => fetchOrganization(organization.slug),
    fields: [
      { name: "name", label: "Name", of: (row: Organization) => row.name },
      { name: "description", label: "Description", of: (row: Organization) => row.description ?? "" },
      { name: "url", label: "Website", of: (row: Organization) => row.url ?? "" },
      { name: "email", label: "Contact e-mail", of: (row: Organization) => row.email ?? "" },
    ],
    read: (data) => ({
      name: textOf(data, "name"),
      description: textOf(data, "description"),
      url: textOf(data, "url"),
      email: textOf(data, "email"),
    }),
    submit: (changes, tag) => update.mutateAsync({ changes, tag }),
    lastChange: lastChangeOf({ organization: organization.slug }, { action: "organization.update" }),
    done: () => say("Organization saved"),
  });
  return (
    <Card title="Profile">
      <Form form={form} label="Profile">
        <TextField
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={organization.name}
          autoComplete="organization"
          required
        />
        <TextAreaField
          name="description"
          label="Description"
          optional
          maxLength={2000}
          defaultValue={organization.description ?? ""}
        />
        <TextField
          name="url"
          label="Website"
          optional
          type="url"
          defaultValue={organization.url ?? ""}
          autoComplete="url"
        />
        <TextField
          name="email"
          label="Contact e-mail"
          optional
          type="email"
          defaultValue={organization.email ?? ""}
          autoComplete="email"
        />
        <FormEnd submit="Save organization" />
      </Form>
    </Card>
  );
}

/** What owners change about an organization. */
export function OrganizationSettings({ organization: slug }: { organization: string }) {
  const { data: organization } = useQuery(organizationResource(slug));
  if (!organization) return null;
  return (
    <>
      <Profile organization={organization} />
      <Card title="Slug" description="Stands in addresses and in the API. It cannot be changed.">
        <CopyField label="Slug" value={organization.slug} />
      </Card>
      <Card title="Delete organization" danger>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-muted">Its teams and invitations go. It must have no projects.</p>
          <ButtonLink href={paths.organizationDelete(slug)}>Delete organization…</ButtonLink>
        </div>
      </Card>
    </>
  );
}
