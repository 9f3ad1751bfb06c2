"use client";

import { type ChangeEvent, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { TextAreaField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { LeaveGuard } from "#components/shell/leave-guard.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import type { SavedShare, Share } from "./api.ts";
import { type SavedRecipient, useAddRecipients } from "./recipients-api.ts";
import { linesOf } from "./share-words.ts";

const fileLook =
  "max-w-full text-muted file:me-3 file:h-8 file:rounded-control file:border file:border-control file:bg-surface file:px-2.5 file:text-text pointer-coarse:file:h-11";

type Props = {
  project: Schema<"Project">;
  share: Share | SavedShare;
  /** In a box of its own, where none around it says what it is. */
  framed?: boolean;
  onCopied?: () => void;
};

/** Names people, one per line, and shows what each of them gets, once. Nobody is added while one line is wrong. */
export function AddRecipients({ project, share, framed = false, onCopied }: Props) {
  const add = useAddRecipients({ project: project.slug, share: share.id });
  const [text, setText] = useState("");
  const [made, setMade] = useState<readonly SavedRecipient[] | null>(null);
  const form = useForm({
    read: () => text,
    submit: add.mutateAsync,
    done: (answer) => {
      setMade(answer.recipients);
      setText("");
    },
  });
  const readFile = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    if (file) setText(await file.text());
    event.target.value = "";
  };
  if (made) {
    return (
      <NewSecrets
        share={share}
        recipients={made}
        onCopied={onCopied ?? (() => undefined)}
        onMore={() => setMade(null)}
      />
    );
  }
  const count = linesOf(text).length;
  const fields = (
    <Form form={form} label="Add recipients">
      <TextAreaField
        name="csv"
        label="Names"
        hint="One per line, up to 200: a name and, if you like, a comma and an e-mail address. Each gets an own secret and can be revoked alone; nobody is written to."
        rows={5}
        placeholder={"Contractor Example Ltd\nAda Lovelace, ada@example.com"}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label className="block w-fit">
        <span className="mb-1 block font-medium">
          Or a CSV file <span className="font-normal text-muted">(optional)</span>
        </span>
        <input type="file" accept=".csv,text/csv,text/plain" onChange={readFile} className={fileLook} />
      </label>
      <FormEnd submit={count > 1 ? `Add ${count} recipients` : "Add recipient"} />
    </Form>
  );
  return framed ? <Card title="Add recipients">{fields}</Card> : fields;
}

/** Rows as a file for a spreadsheet; no cell of it is taken for a formula. */
async function download(recipients: readonly SavedRecipient[], name: string): Promise<void> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const text = stringify(
    recipients.map((one) => [one.name, one.email ?? "", one.url ?? "", one.password ?? one.token ?? ""]),
    { header: true, columns: ["name", "email", "link", "secret"], escape_formulas: true },
  );
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

function NewSecrets({
  share,
  recipients,
  onCopied,
  onMore,
}: {
  share: Share | SavedShare;
  recipients: readonly SavedRecipient[];
  onCopied: () => void;
  onMore: () => void;
}) {
  const [taken, setTaken] = useState(false);
  const take = (): void => {
    setTaken(true);
    onCopied();
  };
  return (
    <Card
      title={recipients.length === 1 ? "1 recipient added" : `${recipients.length} recipients added`}
      flush
      actions={
        <Button
          small
          look="primary"
          onClick={async () => {
            await download(recipients, `share-${share.id}-recipients.csv`);
            take();
          }}
        >
          Download CSV
        </Button>
      }
    >
      <div className="p-4">
        <Callout tone="warning" live>
          {share.access_type === "token"
            ? "Send each link to its recipient."
            : `This is the only time we show these ${share.access_type === "password" ? "passwords" : "tokens"}.`}
        </Callout>
      </div>
      <DataTable
        caption="New recipients"
        columns={secretColumns(take)}
        rows={recipients}
        rowKey={({ id }) => id}
      />
      <div className="border-t p-4">
        <Button onClick={onMore}>Add more</Button>
      </div>
      {!taken && (
        <LeaveGuard
          question={{
            title: "Leave without copying",
            consequences: <p>The secrets of these recipients were not copied yet.</p>,
            keep: "Stay here",
            verb: "Leave without copying",
          }}
        />
      )}
    </Card>
  );
}

const secretColumns = (onCopied: () => void): readonly Column<SavedRecipient>[] => [
  {
    head: "Recipient",
    unlabelled: true,
    cell: ({ name, email }) => (
      <span className="min-w-0">
        <bdi className="font-medium break-words">{name}</bdi>
        {email && <span className="block text-muted break-all">{email}</span>}
      </span>
    ),
  },
  {
    head: "Copy",
    unlabelled: true,
    end: true,
    cell: ({ name, url, token, password }) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {url !== null && <CopyButton text={url} label="Copy link" of={name} onCopied={onCopied} />}
        {password !== null && (
          <CopyButton text={password} label="Copy password" of={name} onCopied={onCopied} />
        )}
        {url === null && token !== null && (
          <CopyButton text={token} label="Copy token" of={name} onCopied={onCopied} />
        )}
      </span>
    ),
  },
];
