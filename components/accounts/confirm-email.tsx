"use client";

import { useState } from "react";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { paths } from "#lib/paths.ts";
import { verifyEmail } from "./api.ts";

/** Spends the code of a mail when a person says so; opening the link alone does nothing. */
export function ConfirmEmail({ code, business }: { code: string; business: boolean }) {
  const [confirmed, setConfirmed] = useState(false);
  const form = useForm({
    read: () => ({ code }),
    submit: verifyEmail,
    unseen: ["code"],
    done: () => setConfirmed(true),
  });
  if (confirmed)
    return (
      <div className="space-y-4">
        <Callout tone="success" live title="Your address is confirmed">
          It logs you in{business && ", and invitations to it are yours"}.
        </Callout>
        <ButtonLink look="primary" href={paths.projects()}>
          Go to your projects
        </ButtonLink>
      </div>
    );
  return (
    <Form form={form} label="Confirm your e-mail address">
      <p className="text-muted">
        Press the button if you gave this address to your Lectern account. If you did not, close this page:
        nothing happens.
      </p>
      <FormEnd submit="Confirm address">
        {form.message && <ButtonLink href={paths.emails()}>Ask for a new link</ButtonLink>}
      </FormEnd>
    </Form>
  );
}
