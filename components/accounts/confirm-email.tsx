"use client";

import { useState } from "react";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { Callout } from "#components/ui/callout.tsx";
import { verifyEmail } from "./api.ts";

/** Spends the code of a mail when a person says so; opening the link alone does nothing. */
export function ConfirmEmail({ code }: { code: string }) {
  const [confirmed, setConfirmed] = useState(false);
  const form = useForm({
    read: () => ({ code }),
    submit: verifyEmail,
    done: () => setConfirmed(true),
  });
  if (confirmed) return <Callout tone="success">Thank you, this address is confirmed.</Callout>;
  return (
    <Form form={form} label="Confirm your e-mail address">
      <FormEnd submit="Confirm" />
    </Form>
  );
}
