"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Link2, Send } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { Deadline } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import {
  type Invited,
  invitationsResource,
  useInvitationLink,
  useResendInvitation,
  useRevokeInvitation,
} from "./members-api.ts";

/** `mails` says whether this server sends any: without, there is no link in a mail and none can be sent again. */
type Place = { organization: string; mails: boolean };
type OfInvitation = Place & { invitation: Invited };

const Receipt = lazy(patiently(() => import("#components/shell/receipt.tsx")));

/** Makes a link to hand over and shows it once. */
function HandOver({ organization, mails, invitation }: OfInvitation) {
  const link = useInvitationLink(organization);
  const [url, setUrl] = useState<string | null>(null);
  const { id, email } = invitation;
  return (
    <>
      <ConfirmButton
        small
        look="ghost"
        icon={Link2}
        label={`Make a link for ${email}`}
        question={{
          title: `Make a link for ${email}`,
          consequences: (
            <p>
              For sending it yourself. {mails ? "The link in the mail" : "A link made before"} stops working,
              and whoever has the new one can use it with an account of this address.
            </p>
          ),
          keep: mails ? "Keep the mailed link" : "Make no link",
          verb: "Make link",
          act: async () => setUrl((await link.mutateAsync(id)).url),
        }}
      >
        Get link
      </ConfirmButton>
      {url !== null && (
        <Suspense fallback={null}>
          <Receipt
            title={`The link for ${email}`}
            description="It works for 15 days and is shown this once."
            secretLabel="Link"
            secret={url}
            onClose={() => setUrl(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function InvitationActions({ organization, mails, invitation }: OfInvitation) {
  const resend = useResendInvitation(organization);
  const revoke = useRevokeInvitation(organization);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, email } = invitation;
  const send = async (): Promise<void> => {
    setProblem(null);
    try {
      await resend.mutateAsync(id);
      await say(`${email} is sent a new link`);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return (
    <span className="inline-flex items-center justify-end gap-1 max-md:flex-wrap max-sm:justify-start">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      {mails && (
        <Button small look="ghost" icon={Send} pending={resend.isPending} onClick={send}>
          Resend<span className="sr-only"> invitation of {email}</span>
        </Button>
      )}
      <HandOver organization={organization} mails={mails} invitation={invitation} />
      <ConfirmButton
        small
        look="ghost"
        icon={Ban}
        label={`Revoke invitation of ${email}`}
        question={{
          title: `Revoke the invitation of ${email}`,
          consequences: <p>The link they got stops working. You can invite them again.</p>,
          keep: "Keep invitation",
          verb: "Revoke invitation",
          act: async () => {
            const moveOn = nextRowOf(document.querySelector(`[data-invitation="${id}"]`));
            await revoke.mutateAsync(id);
            moveOn();
            await say(`The invitation of ${email} was revoked`);
          },
        }}
      >
        Revoke
      </ConfirmButton>
    </span>
  );
}

const columnsFor = (place: Place): readonly Column<Invited>[] => [
  {
    head: "Invited",
    unlabelled: true,
    cell: ({ id, email, invited_by }) => (
      <span data-invitation={id} className="min-w-0">
        <bdi className="text-body font-medium break-all">{email}</bdi>
        <span className="block text-muted">by {invited_by}</span>
      </span>
    ),
  },
  {
    head: "To",
    cell: ({ teams, as_owner }) =>
      [as_owner ? "Owners" : null, ...teams.map(({ name }) => name)].filter(Boolean).join(", "),
  },
  {
    head: "Ends",
    cell: ({ status, expires_at }) =>
      status === "expired" ? <Chip tone="warning">Ran out</Chip> : <Deadline at={expires_at} />,
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (invitation) => <InvitationActions {...place} invitation={invitation} />,
  },
];

/** Who was invited and has not answered; those whose time ran out stay until they are revoked. */
export function InvitationList(place: Place) {
  const { data, error } = useQuery(invitationsResource(place.organization));
  if (error && !data) return <Callout tone="danger">{errorMessage(error)}</Callout>;
  if (!data || data.count === 0) return null;
  return (
    <Card title={`Pending invitations (${data.count})`} flush>
      <DataTable
        caption="Pending invitations"
        columns={columnsFor(place)}
        rows={data.results}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
