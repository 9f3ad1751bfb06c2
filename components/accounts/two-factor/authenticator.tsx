"use client";

import { lazy, Suspense, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { useConfirmTotp, useRemoveTotp, useStartTotp } from "../api.ts";
import { RecoveryReceipt } from "./recovery-codes.tsx";

const QrCode = lazy(patiently(() => import("#components/ui/qr-code.tsx")));

/** The authenticator app: none, being set up, or there. */
export function Authenticator({ added, isLast }: { added: string | null; isLast: boolean }) {
  const start = useStartTotp();
  const remove = useRemoveTotp();
  const [setup, setSetup] = useState<Schema<"TotpSetup"> | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Card title="Authenticator app" description="An app on your phone shows six digits that log you in.">
      {added ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            Added <Time at={added} />.
          </p>
          <ConfirmButton
            question={{
              title: "Remove the authenticator app",
              consequences: (
                <p>
                  {isLast
                    ? "Your password alone logs in then, and your recovery codes end."
                    : "Its codes stop working. Your passkeys go on."}
                </p>
              ),
              keep: "Keep the app",
              verb: "Remove app",
              act: async () => {
                await remove.mutateAsync(undefined);
                await say("Authenticator app removed");
              },
            }}
          >
            Remove
          </ConfirmButton>
        </div>
      ) : setup ? (
        <Setup
          setup={setup}
          onDone={(made) => {
            setSetup(null);
            setCodes(made);
          }}
        />
      ) : (
        <div className="space-y-3">
          <Button
            look="primary"
            pending={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: setSetup })}
          >
            Set up an app
          </Button>
          {start.error && (
            <Callout tone="danger" live>
              {errorMessage(start.error)}
            </Callout>
          )}
        </div>
      )}
      <RecoveryReceipt codes={codes} onClose={() => setCodes([])} />
    </Card>
  );
}

function Setup({
  setup,
  onDone,
}: {
  setup: Schema<"TotpSetup">;
  onDone: (codes: readonly string[]) => void;
}) {
  const confirm = useConfirmTotp();
  const form = useForm({
    read: (data) => ({ code: textOf(data, "code") }),
    submit: confirm.mutateAsync,
    done: ({ recovery_codes }) => {
      say("Authenticator app added");
      onDone(recovery_codes);
    },
  });
  return (
    <div className="space-y-4">
      <p>Scan the picture with your app, or type the key into it. Then enter the code it shows.</p>
      <Suspense fallback={<div className="size-48 rounded-control bg-subtle" />}>
        <QrCode text={setup.uri} label="Picture for your authenticator app" />
      </Suspense>
      <CopyField label="Key" value={setup.secret} />
      <Form form={form} label="Authenticator app">
        <TextField
          name="code"
          label="Code"
          hint="Six digits."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
        />
        <FormEnd submit="Turn on" />
      </Form>
    </div>
  );
}
