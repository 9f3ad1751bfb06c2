"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import Receipt from "#components/shell/receipt.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { apiPaths } from "#lib/paths.ts";
import { accountOf } from "./api.ts";

/** A token, the one time it can be shown, with a request that can be tried here. */
export default function TokenReceipt({
  token,
  onClose,
}: {
  token: Schema<"NewApiToken">;
  onClose: () => void;
}) {
  const address = `${location.origin}${apiPaths.account()}`;
  return (
    <Receipt
      title={`Token “${token.name}”`}
      description="Copy it now. It is stored only as a hash and cannot be shown again."
      secretLabel="Token"
      secret={token.token}
      onClose={onClose}
    >
      <div className="space-y-2">
        <p className="font-medium">Try it</p>
        <CopyField label="Command" value={`curl -H "Authorization: Token ${token.token}" ${address}`} />
        <RunIt token={token.token} />
      </div>
    </Receipt>
  );
}

function RunIt({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    setOutcome(
      await accountOf(token).then(
        ({ username }) => `200 OK. The token acts as ${username}.`,
        (error: unknown) => errorMessage(error),
      ),
    );
    setRunning(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button small icon={Play} pending={running} onClick={run}>
        Run it
      </Button>
      <span role="status" className="text-meta text-muted">
        {outcome}
      </span>
    </div>
  );
}
