"use client";

import { useState } from "react";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { requestReset, resetPassword, useChangePassword } from "./api.ts";

const strongLength = 16;
const shortestLength = 8;

/** A password to be: how long it is so far, which is what counts. */
export function NewPasswordField({ name = "new_password", label = "New password" }) {
  const [length, setLength] = useState(0);
  const verdict =
    length < shortestLength ? "too short" : length < strongLength ? "fine, longer is better" : "good";
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      onChange={(event) => setLength([...event.target.value].length)}
      hint={
        length === 0
          ? "At least 8 characters. Several words are easy to remember and hard to guess."
          : `${length} ${length === 1 ? "character" : "characters"}: ${verdict}.`
      }
      required
    />
  );
}

export function PasswordForm() {
  const change = useChangePassword();
  const [changes, setChanges] = useState(0);
  const form = useForm({
    read: (data) => ({
      current_password: String(data.get("current_password") ?? ""),
      new_password: String(data.get("new_password") ?? ""),
    }),
    submit: change.mutateAsync,
    done: () => {
      form.ref.current?.reset();
      setChanges(changes + 1);
      say("Password changed");
    },
  });
  return (
    <Card title="New password" description="Your other sessions are signed out. API tokens go on working.">
      <Form form={form} label="Password">
        <TextField
          name="current_password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField key={changes} />
        <FormEnd submit="Change password" />
      </Form>
    </Card>
  );
}

/** Asks for the mail. What it says then is the same for every address. */
export function RequestReset({ mailed }: { mailed: boolean }) {
  const [sent, setSent] = useState(false);
  const form = useForm({
    read: (data) => ({ email: textOf(data, "email") }),
    submit: requestReset,
    done: () => setSent(true),
  });
  if (sent)
    return (
      <Callout
        tone="success"
        live
        title={mailed ? "Look into your mailbox" : "Ask whoever runs this server for the link"}
      >
        {mailed
          ? "If an account has this address, a mail is on its way. Its link works once, for one hour."
          : "If an account has this address, there is a link for you. It works once, for one hour."}
      </Callout>
    );
  return (
    <Form form={form} label="Forgot your password">
      <TextField name="email" label="E-mail" type="email" autoComplete="email" required />
      <FormEnd submit={mailed ? "Send mail" : "Ask for a link"} />
    </Form>
  );
}

/** Spends the code of the mail. */
export function ChoosePassword({ code }: { code: string }) {
  const [done, setDone] = useState(false);
  const form = useForm({
    read: (data) => ({ code, new_password: String(data.get("new_password") ?? "") }),
    submit: resetPassword,
    unseen: ["code"],
    done: () => setDone(true),
  });
  if (done)
    return (
      <div className="space-y-4">
        <Callout tone="success" live title="Your password is changed">
          You are signed out everywhere. API tokens go on working, unless the address was not confirmed until
          now.
        </Callout>
        <ButtonLink look="primary" href={paths.login()}>
          Log in
        </ButtonLink>
      </div>
    );
  return (
    <Form form={form} label="Choose a new password">
      <NewPasswordField />
      <FormEnd submit="Change password">
        {form.errors.code && <ButtonLink href={paths.resetPassword()}>Ask for a new link</ButtonLink>}
      </FormEnd>
    </Form>
  );
}
