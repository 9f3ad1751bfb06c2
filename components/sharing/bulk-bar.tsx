"use client";

import { BulkBar, countOf, useEach } from "#components/shell/bulk-bar.tsx";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Selection } from "#components/shell/selection.tsx";
import { Button } from "#components/ui/button.tsx";
import { refOf, type Share, useExtendShare, useRevokeShare } from "./api.ts";
import { usedLately } from "./share-words.ts";

/** From so many on, their number has to be typed. */
const manyShares = 10;
const nouns = ["share", "shares"] as const;

/** What can be done with the shares selected in a list, one after the other. */
export default function ShareBulkBar({ selection }: { selection: Selection<Share> }) {
  const revoke = useRevokeShare();
  const extend = useExtendShare();
  const each = useEach(selection, nouns, ({ description }) => description);
  const shares = selection.rows;
  const live = shares.filter(({ status }) => status === "live");
  return (
    <BulkBar selection={selection} nouns={nouns} progress={each.progress} problems={each.problems}>
      <Button
        small
        pending={each.pending}
        onClick={() => each.run("Extended", (share) => extend.mutateAsync(refOf(share)))}
      >
        Extend by own length
      </Button>
      {live.length > 0 && live.length === shares.length && (
        <ConfirmButton
          small
          question={{
            title: `Revoke ${countOf(live.length, nouns)}`,
            consequences: (
              <>
                <ul className="max-h-40 list-disc overflow-y-auto ps-5">
                  {live.map(({ id, description }) => (
                    <li key={id}>{description}</li>
                  ))}
                </ul>
                <p>Used in the last 24 h: {live.filter(usedLately).length}.</p>
              </>
            ),
            keep: "Keep shares",
            verb: "Revoke shares",
            ...(live.length > manyShares ? { type: String(live.length) } : {}),
            act: () => each.run("Revoked", (share) => revoke.mutateAsync(refOf(share))),
          }}
        >
          Revoke…
        </ConfirmButton>
      )}
    </BulkBar>
  );
}
