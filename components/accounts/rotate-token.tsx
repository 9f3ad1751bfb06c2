"use client";

import { useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { RadioCards } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Dialog } from "#components/shell/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { useRotateToken } from "./api.ts";
import TokenReceipt from "./token-receipt.tsx";

const overlaps = [
  { hours: 0, label: "Now", hint: "Whatever uses it needs the new one at once." },
  { hours: 1, label: "In 1 hour", hint: "Time to change it in one place." },
  { hours: 24, label: "In 24 hours", hint: "Time to change it in a few places." },
  { hours: 168, label: "In 7 days", hint: "Time to change it everywhere." },
] as const;

/** Gives a token another text, and shows that the one time it can be shown. */
export default function RotateToken({ token, onClose }: { token: Schema<"ApiToken">; onClose: () => void }) {
  const rotate = useRotateToken(token.id);
  const [renewed, setRenewed] = useState<Schema<"NewApiToken"> | null>(null);
  const form = useForm({
    read: (data) => ({
      overlap_hours:
        overlaps.find(({ hours }) => String(hours) === textOf(data, "overlap_hours"))?.hours ?? 0,
    }),
    submit: rotate.mutateAsync,
    done: setRenewed,
  });
  if (renewed) return <TokenReceipt token={renewed} onClose={onClose} />;
  return (
    <Dialog
      title={`Rotate the token “${token.name}”`}
      description="It gets a new text; name, rights and end stay the same."
      onClose={onClose}
    >
      <Form form={form} label="Rotate token">
        <RadioCards
          name="overlap_hours"
          label="The old text stops working"
          defaultValue="24"
          options={overlaps.map(({ hours, label, hint }) => ({ value: String(hours), label, hint }))}
        />
        <FormEnd submit="Rotate token">
          <Button look="ghost" onClick={onClose}>
            Keep token
          </Button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
