"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, RefreshCw } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { LeaveGuard } from "#components/shell/leave-guard.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { say } from "#components/ui/toast.ts";
import type { Share, ShareRef } from "./api.ts";
import { CopyLink } from "./copy-link.tsx";
import {
  fetchRecipientLink,
  type Recipient,
  recipientsResource,
  type SavedRecipient,
  useRevokeRecipient,
  useRotateRecipient,
} from "./recipients-api.ts";
import { dayText } from "./share-words.ts";

/** Who has an own secret of this share, and what each of them did with it. */
export function RecipientsCard({ at, share }: { at: ShareRef; share: Share }) {
  const { data, error } = useQuery(recipientsResource(at));
  const [renewed, setRenewed] = useState<SavedRecipient | null>(null);
  if (error) {
    return (
      <Card title="Recipients">
        <Callout tone="danger">{errorMessage(error)}</Callout>
      </Card>
    );
  }
  if (!data) return null;
  return (
    <Card title={`Recipients (${data.count})`} flush>
      {renewed && <NewSecret recipient={renewed} onClose={() => setRenewed(null)} />}
      {data.results.length === 0 ? (
        <p className="p-4 text-muted">Nobody yet. Add recipients, and each gets an own secret.</p>
      ) : (
        <DataTable
          caption="Recipients"
          columns={recipientColumns(at, share, setRenewed)}
          rows={data.results}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}

const recipientColumns = (
  at: ShareRef,
  share: Share,
  onRenewed: (recipient: SavedRecipient) => void,
): readonly Column<Recipient>[] => [
  {
    head: "Recipient",
    unlabelled: true,
    cell: ({ name, email, status }) => (
      <span className="min-w-0">
        <span dir="auto" className="font-medium break-words">
          {name}
        </span>{" "}
        {status === "revoked" && <Chip icon={Ban}>Revoked</Chip>}
        {email && <span className="block text-muted break-all">{email}</span>}
      </span>
    ),
  },
  { head: "Sessions", cell: ({ sessions }) => sessions },
  { head: "Pages", cell: ({ pages }) => pages },
  { head: "Refused", cell: ({ refused }) => refused },
  {
    head: "Last used",
    cell: ({ last_used_on }) =>
      last_used_on ? dayText(last_used_on) : <span className="text-muted">Never</span>,
  },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (recipient) =>
      recipient.status === "live" && share.status === "live" ? (
        <RecipientActions at={at} share={share} recipient={recipient} onRenewed={onRenewed} />
      ) : null,
  },
];

function RecipientActions({
  at,
  share,
  recipient,
  onRenewed,
}: {
  at: ShareRef;
  share: Share;
  recipient: Recipient;
  onRenewed: (recipient: SavedRecipient) => void;
}) {
  const rotate = useRotateRecipient(at);
  const revoke = useRevokeRecipient(at);
  const [problem, setProblem] = useState<string | null>(null);
  const what = { token: "link", password: "password", http_header_token: "token" }[share.access_type];
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      {share.access_type !== "http_header_token" && (
        <CopyLink
          of={recipient.name}
          fetchLink={() => fetchRecipientLink(at, recipient.id)}
          onProblem={setProblem}
        />
      )}
      <ConfirmButton
        small
        look="ghost"
        icon={RefreshCw}
        question={{
          title: `Replace the ${what} of ${recipient.name}`,
          consequences: <p>The old one stops at once. Nobody else of this share notices.</p>,
          keep: `Keep ${what}`,
          verb: `Replace ${what}`,
          act: async () => onRenewed(await rotate.mutateAsync(recipient.id)),
        }}
      >
        Replace
        <span className="sr-only">
          {" "}
          {what} of {recipient.name}
        </span>
      </ConfirmButton>
      <ConfirmButton
        small
        look="ghost"
        icon={Ban}
        question={{
          title: `Revoke the access of ${recipient.name}`,
          consequences: <p>This cannot be taken back. The other recipients keep theirs.</p>,
          keep: "Keep access",
          verb: "Revoke access",
          act: async () => {
            await revoke.mutateAsync(recipient.id);
            await say(`${recipient.name} cannot read any more`);
          },
        }}
      >
        Revoke<span className="sr-only"> {recipient.name}</span>
      </ConfirmButton>
    </span>
  );
}

/** What somebody's new secret is, once. */
function NewSecret({ recipient, onClose }: { recipient: SavedRecipient; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const take = (): void => setCopied(true);
  return (
    <div className="space-y-3 border-b p-4">
      <Callout tone="success" live title={`The new secret of ${recipient.name}`}>
        {recipient.url === null || recipient.password !== null
          ? "It is shown this once."
          : "Send it to them."}
      </Callout>
      {recipient.url !== null && <CopyField label="Link" value={recipient.url} onCopied={take} />}
      {recipient.password !== null && (
        <CopyField label="Password" value={recipient.password} secret onCopied={take} />
      )}
      {recipient.url === null && recipient.token !== null && (
        <CopyField label="Token" value={recipient.token} secret onCopied={take} />
      )}
      <Button look={copied ? "primary" : "ghost"} onClick={onClose}>
        {copied ? "Done" : "Close without copying"}
      </Button>
      {!copied && (
        <LeaveGuard
          question={{
            title: "Leave without copying",
            consequences: <p>The new secret was not copied yet.</p>,
            keep: "Stay here",
            verb: "Leave without copying",
          }}
        />
      )}
    </div>
  );
}
