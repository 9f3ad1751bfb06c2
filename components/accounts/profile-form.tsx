"use client";

import { useQuery } from "@tanstack/react-query";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { say } from "#components/ui/toast.ts";
import { accountResource, useUpdateProfile } from "./api.ts";

/** Name and address of the account. */
export function ProfileForm() {
  const { data: account } = useQuery(accountResource());
  const update = useUpdateProfile();
  const form = useForm({
    read: (data) => ({
      first_name: textOf(data, "first_name"),
      last_name: textOf(data, "last_name"),
    }),
    submit: update.mutateAsync,
    done: () => say("Profile saved"),
  });
  if (!account) return null;
  return (
    <Card>
      <dl className="mb-4 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted">Username</dt>
        <dd className="break-words">{account.username}</dd>
        <dt className="text-muted">E-mail</dt>
        <dd className="flex flex-wrap items-center gap-2 break-all">
          {account.email ?? "none"}
          {account.email && !account.email_verified && <Chip tone="warning">Not confirmed</Chip>}
        </dd>
      </dl>
      <Form form={form} label="Profile">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="first_name"
            label="First name"
            optional
            defaultValue={account.first_name}
            autoComplete="given-name"
          />
          <TextField
            name="last_name"
            label="Last name"
            optional
            defaultValue={account.last_name}
            autoComplete="family-name"
          />
        </div>
        <FormEnd submit="Save profile" />
      </Form>
    </Card>
  );
}
