"use client";

import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { say } from "#components/ui/toast.ts";
import { type Share, useExtendShare, useRevokeShare } from "./api.ts";
import { usedLately } from "./share-words.ts";

/** From so many on, their number has to be typed. */
const manyShares = 10;

/** What can be done with the shares selected in a list, one after the other. */
export function BulkBar({
  project,
  shares,
  shown,
  onChange,
}: {
  project: string;
  shares: readonly Share[];
  /** What stands on this page of the list. */
  shown: readonly Share[];
  onChange: (shares: readonly Share[]) => void;
}) {
  const revoke = useRevokeShare(project);
  const extend = useExtendShare(project);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [pending, setPending] = useState(false);

  const each = async (verb: string, work: (share: Share) => Promise<unknown>): Promise<void> => {
    setPending(true);
    const refused: string[] = [];
    for (const share of shares) {
      await work(share).catch((error: unknown) =>
        refused.push(`${share.description}: ${errorMessage(error)}`),
      );
    }
    setPending(false);
    setProblems(refused);
    onChange([]);
    document.querySelector<HTMLElement>("h1")?.focus();
    const done = shares.length - refused.length;
    if (done > 0) await say(`${verb} ${done} ${done === 1 ? "share" : "shares"}`);
  };

  const live = shares.filter(({ status }) => status === "live");
  const missing = shown.filter(({ id }) => !shares.some((share) => share.id === id));
  const lately = live.filter(usedLately);
  return (
    <>
      {problems.length > 0 && (
        <Callout tone="danger" live title="Some shares were refused.">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Callout>
      )}
      {shares.length > 0 && (
        <section
          aria-label="Selected shares"
          className="sticky top-14 z-10 flex flex-wrap items-center gap-2 rounded-card border bg-accent-soft px-4 py-2"
        >
          <p className="me-auto">{shares.length} selected</p>
          {missing.length > 0 && (
            <Button small look="ghost" onClick={() => onChange([...shares, ...missing])}>
              Select all on this page
            </Button>
          )}
          <Button
            small
            pending={pending}
            onClick={() => each("Extended", ({ id }) => extend.mutateAsync({ share: id }))}
          >
            Extend by own length
          </Button>
          {live.length > 0 && live.length === shares.length && (
            <ConfirmButton
              small
              question={{
                title: live.length === 1 ? "Revoke 1 share" : `Revoke ${live.length} shares`,
                consequences: (
                  <>
                    <ul className="max-h-40 list-disc overflow-y-auto ps-5">
                      {live.map(({ id, description }) => (
                        <li key={id}>{description}</li>
                      ))}
                    </ul>
                    <p>Used in the last 24 h: {lately.length}.</p>
                  </>
                ),
                keep: "Keep shares",
                verb: "Revoke shares",
                ...(live.length > manyShares ? { type: String(live.length) } : {}),
                act: () => each("Revoked", ({ id }) => revoke.mutateAsync(id)),
              }}
            >
              Revoke…
            </ConfirmButton>
          )}
          <Button small look="ghost" onClick={() => onChange([])}>
            Clear selection
          </Button>
        </section>
      )}
    </>
  );
}
