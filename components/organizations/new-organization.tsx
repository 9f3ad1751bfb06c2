"use client";

import { api } from "#components/api-client.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { useRefresh } from "#components/resource.ts";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { apiPaths } from "#lib/paths.ts";

/** For somebody who belongs to no organization yet: a project needs one. */
export function NewOrganization() {
  const refresh = useRefresh();
  const form = useForm({
    read: (data) => ({ name: textOf(data, "name") }),
    submit: (input) => api.post("/api/v3/organizations/", {}, input),
    done: async (organization) => {
      await refresh(apiPaths.organizations());
      await say(`Organization “${organization.name}” created`);
    },
  });
  return (
    <Card
      title="First, create an organization"
      description="Every project belongs to an organization. You own this one, and bring others in through teams."
    >
      <Form form={form} label="New organization">
        <TextField
          name="name"
          label="Organization name"
          maxLength={32}
          autoComplete="organization"
          hint="For example your company or team. If it has an organization here already, ask one of its owners to invite you instead."
          required
        />
        <FormEnd submit="Create organization" />
      </Form>
    </Card>
  );
}
