"use client";

import { useQuery } from "@tanstack/react-query";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { say } from "#components/ui/toast.ts";
import { accountResource, useChangePassword, useUpdateProfile } from "./api.ts";

/** Name and address of the account. */
export function ProfileForm() {
  const { data: account } = useQuery(accountResource());
  const update = useUpdateProfile();
  const form = useForm({
    read: (data) => ({
      first_name: textOf(data, "first_name"),
      last_name: textOf(data, "last_name"),
      time_zone: textOf(data, "time_zone") || null,
    }),
    submit: update.mutateAsync,
    done: () => say("Profile saved"),
  });
  if (!account) return null;
  return (
    <Card title="Profile">
      <dl className="mb-4 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted">Username</dt>
        <dd className="break-words">{account.username}</dd>
        <dt className="text-muted">E-mail</dt>
        <dd className="flex flex-wrap items-center gap-2 break-all">
          {account.email ?? "none"}
          {account.email && !account.email_verified && <Chip tone="warning">Not verified</Chip>}
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
        <TextField
          name="time_zone"
          label="Time zone"
          optional
          hint="For mail sent to you, for example Europe/Berlin."
          defaultValue={account.time_zone ?? ""}
        />
        <FormEnd submit="Save profile" />
      </Form>
    </Card>
  );
}

export function PasswordForm() {
  const change = useChangePassword();
  const form = useForm({
    read: (data) => ({
      current_password: String(data.get("current_password") ?? ""),
      new_password: String(data.get("new_password") ?? ""),
    }),
    submit: change.mutateAsync,
    done: () => {
      form.ref.current?.reset();
      say("Password changed");
    },
  });
  return (
    <Card title="Password" description="Your other sessions are signed out when it changes.">
      <Form form={form} label="Password">
        <TextField
          name="current_password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          name="new_password"
          label="New password"
          type="password"
          autoComplete="new-password"
          required
        />
        <FormEnd submit="Change password" />
      </Form>
    </Card>
  );
}
