"use client";

import { ApiError } from "#components/api-client.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { enter, signInWith } from "./sign-in.ts";

export function LoginForm({ next }: { next: string | null }) {
  const form = useForm({
    read: (data) => ({ username: textOf(data, "username"), password: String(data.get("password") ?? "") }),
    submit: async ({ username, password }) => {
      const outcome = await signInWith(username, password);
      if (outcome) throw new ApiError(400, outcome.refused, {}, null);
    },
    done: () => enter(next),
  });
  return (
    <Form form={form} label="Log in">
      <TextField
        name="username"
        label="Username or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
      <FormEnd submit="Log in" />
    </Form>
  );
}
