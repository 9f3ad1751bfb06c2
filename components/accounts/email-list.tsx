"use client";

import { Mail, Trash2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { emailsResource, useAddEmail, useRemoveEmail, useResendCode, useSetPrimaryEmail } from "./api.ts";

type Email = Schema<"Email">;

/** `mailed`: the server sends mail. `business`: there are invitations. */
type Kind = { mailed: boolean; business: boolean };

function EmailActions({ email, mailed, business }: { email: Email } & Kind) {
  const resend = useResendCode();
  const promote = useSetPrimaryEmail();
  const remove = useRemoveEmail();
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = (act: Promise<unknown>, done: string): Promise<void> => {
    setRefusal(null);
    return act.then(() => say(done)).catch((error: unknown) => setRefusal(errorMessage(error)));
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-1.5">
      {!email.verified && (
        <Button
          small
          pending={resend.isPending}
          aria-label={
            mailed ? `Send the link again to ${email.address}` : `Make a new link for ${email.address}`
          }
          onClick={() => run(resend.mutateAsync(email.id), `A new link was made for ${email.address}`)}
        >
          {mailed ? "Send link again" : "Make new link"}
        </Button>
      )}
      {email.verified && !email.primary && (
        <Button
          small
          pending={promote.isPending}
          aria-label={`Make ${email.address} the main address`}
          onClick={() => run(promote.mutateAsync(email.id), `${email.address} is the main address`)}
        >
          Make main
        </Button>
      )}
      {!email.primary && (
        <ConfirmButton
          small
          look="ghost"
          icon={Trash2}
          label={`Remove ${email.address}`}
          question={{
            title: `Remove ${email.address}`,
            consequences: (
              <p>
                It does not log in to your account any more
                {business && ", and invitations to it are not yours"}.
              </p>
            ),
            keep: "Keep address",
            verb: "Remove address",
            act: async () => {
              await remove.mutateAsync(email.id);
              await say(`${email.address} removed`);
            },
          }}
        >
          Remove
        </ConfirmButton>
      )}
      {refusal && (
        <p role="alert" className="w-full text-meta font-medium text-danger">
          {refusal}
        </p>
      )}
    </div>
  );
}

const columnsFor = (kind: Kind): readonly Column<Email>[] => [
  {
    head: "Address",
    unlabelled: true,
    cell: (email) => (
      <span className="flex flex-wrap items-center gap-2 text-body font-medium break-all">
        {email.address}
        {email.primary && <Chip tone="info">Main</Chip>}
        {!email.verified && <Chip tone="warning">Not confirmed</Chip>}
      </span>
    ),
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (email) => <EmailActions email={email} {...kind} />,
  },
];

export function EmailList(kind: Kind) {
  return (
    <ListBody
      resource={emailsResource()}
      place={{ path: paths.emails(), filter: {} }}
      perPage={50}
      caption="Addresses"
      columns={columnsFor(kind)}
      rowKey={(email) => email.id}
      empty={<EmptyState icon={Mail} title="No addresses" />}
    />
  );
}

export function AddEmail({ mailed }: Pick<Kind, "mailed">) {
  const add = useAddEmail();
  const form = useForm({
    read: (data) => ({ address: textOf(data, "address") }),
    submit: add.mutateAsync,
    done: ({ address }) => {
      form.ref.current?.reset();
      say(mailed ? `Link sent to ${address}` : `${address} added, not confirmed yet`);
    },
  });
  return (
    <Card title="Add an address">
      <Form form={form} label="Add an address">
        <TextField
          name="address"
          label="E-mail"
          type="email"
          autoComplete="email"
          hint={
            mailed
              ? "A mail with a link goes there. The address is yours once you open the link and confirm."
              : "The address is yours once you open its link and confirm."
          }
          required
        />
        <FormEnd submit="Add address" />
      </Form>
    </Card>
  );
}
