"use client";

import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { paths } from "#lib/paths.ts";
import { signUp } from "./api.ts";
import { NewPasswordField } from "./password-forms.tsx";
import { enter, signInWith } from "./sign-in.ts";

/** Creates the account and signs in with it. An invitation settles the address: its link has proven it. */
export function SignUpForm({
  next,
  invited,
}: {
  next: string | null;
  invited?: { token: string; email: string } | undefined;
}) {
  const form = useForm({
    read: (data) => ({
      username: textOf(data, "username"),
      email: textOf(data, "email"),
      password: String(data.get("password") ?? ""),
      ...(invited && { invitation: invited.token }),
    }),
    submit: async (input) => {
      await signUp(input);
      return signInWith(input.username, input.password);
    },
    done: (refused) => (refused ? location.assign(paths.login(next ?? undefined)) : enter(next)),
  });
  return (
    <Form form={form} label="Sign up">
      <TextField
        name="username"
        label="Username"
        hint="Letters, digits and . _ - are fine. People see it beside what you do."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        defaultValue={invited?.email}
        readOnly={invited !== undefined}
        required
      />
      <NewPasswordField name="password" label="Password" />
      <FormEnd submit="Create account" />
    </Form>
  );
}
