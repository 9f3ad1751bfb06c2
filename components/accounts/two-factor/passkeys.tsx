"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiError, valuesWrong } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Card } from "#components/ui/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { useAddPasskey, useRemovePasskey } from "../api.ts";
import { canUsePasskeys, makePasskey } from "../passkey.ts";
import { RecoveryReceipt } from "./recovery-codes.tsx";

/** Passkeys by the names their owner gave them, and the way to a new one. */
export function Passkeys({ passkeys, hasApp }: { passkeys: readonly Schema<"Passkey">[]; hasApp: boolean }) {
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const form = useForm({
    read: (data) => textOf(data, "name"),
    submit: async (name) => {
      if (name === "") throw new ApiError(400, valuesWrong, { name: ["Give it a name."] }, null);
      if (!canUsePasskeys()) throw new ApiError(400, "This browser knows no passkeys.", {}, null);
      return add.mutateAsync({ name, passkey: await makePasskey() });
    },
    done: (made) => {
      form.ref.current?.reset();
      say(`Passkey “${made.name}” added`);
      setCodes(made.recovery_codes);
    },
  });
  const isLast = passkeys.length === 1 && !hasApp;
  return (
    <Card
      title="Passkeys"
      description="A passkey logs in with your finger, face or device PIN, without your password."
    >
      {passkeys.length > 0 && (
        <ul className="mb-4 divide-y border-b">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2.5 not-first:pt-2.5"
            >
              <div className="min-w-0">
                <p dir="auto" className="font-medium break-words">
                  {passkey.name}
                </p>
                <p className="text-meta text-muted">
                  Added <Time at={passkey.created} />
                  {passkey.last_used ? (
                    <>
                      , last used <Time at={passkey.last_used} />
                    </>
                  ) : (
                    ", never used"
                  )}
                </p>
              </div>
              <ConfirmButton
                small
                look="ghost"
                icon={Trash2}
                label={`Remove passkey ${passkey.name}`}
                question={{
                  title: `Remove the passkey “${passkey.name}”`,
                  consequences: (
                    <p>
                      It does not log in any more.
                      {isLast && " Your password alone does then, and your recovery codes end."}
                    </p>
                  ),
                  keep: "Keep passkey",
                  verb: "Remove passkey",
                  act: async () => {
                    await remove.mutateAsync(passkey.id);
                    await say(`Passkey “${passkey.name}” removed`);
                  },
                }}
              >
                Remove
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} label="New passkey">
        <TextField
          name="name"
          label="Name of the new passkey"
          hint="For you to tell them apart, for example “Laptop”."
          maxLength={100}
          autoComplete="off"
          required
        />
        <FormEnd submit="Add passkey" />
      </Form>
      <RecoveryReceipt codes={codes} onClose={() => setCodes([])} />
    </Card>
  );
}
