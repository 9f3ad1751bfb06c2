"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, FlaskConical, Minus } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import type { ShareRef } from "./api.ts";
import { recipientsResource } from "./recipients-api.ts";
import { testShare } from "./use-api.ts";

type Version = Schema<"ShareReachVersion">;

const obstacleTexts: Record<NonNullable<Schema<"ShareReach">["obstacle"]>, string> = {
  revoked: "It was revoked, so it lets nobody in.",
  expired: "It has expired, so it lets nobody in.",
  recipient_revoked: "This recipient was revoked.",
  suspended: "The organization is suspended, so it lets nobody in.",
  no_secret: "Nobody has a secret of it yet.",
};

const outcomeTexts: Record<Version["outcome"], string> = {
  covered: "all pages",
  some_pages: "some pages",
  not_included: "not included",
  public: "public, everybody reads it",
  not_published: "has no pages yet",
  not_active: "not active",
};
const reads = new Set<Version["outcome"]>(["covered", "some_pages", "public"]);

/** Shows what recipients reach, found by deciding as for a reader and not by reading the settings. */
export function TestCard({
  at,
  forRecipients = false,
}: {
  at: ShareRef;
  /** Each of its recipients may be tried by themselves. */
  forRecipients?: boolean;
}) {
  const [recipient, setRecipient] = useState<number>();
  const test = useMutation({ mutationFn: () => testShare(at, recipient) });
  return (
    <Card
      title="See it as they will"
      actions={
        <>
          {forRecipients && (
            <RecipientChoice
              at={at}
              onChoice={(id) => {
                setRecipient(id);
                test.reset();
              }}
            />
          )}
          <Button small icon={FlaskConical} pending={test.isPending} onClick={() => test.mutate()}>
            Test it
          </Button>
        </>
      }
    >
      <div role="status" className="space-y-3">
        {test.error && <Callout tone="danger">{errorMessage(test.error)}</Callout>}
        {test.data ? (
          <>
            {test.data.obstacle && <Callout tone="warning">{obstacleTexts[test.data.obstacle]}</Callout>}
            <Versions versions={test.data.versions} />
          </>
        ) : (
          <p className="text-muted">Which versions and pages does it open? The server asks as a recipient.</p>
        )}
      </div>
    </Card>
  );
}

function RecipientChoice({
  at,
  onChoice,
}: {
  at: ShareRef;
  onChoice: (recipient: number | undefined) => void;
}) {
  const { data } = useQuery(recipientsResource(at));
  return (
    <select
      aria-label="As whom"
      onChange={({ target }) => onChoice(target.value === "" ? undefined : Number(target.value))}
      className="h-8 max-w-48 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11"
    >
      <option value="">Any recipient</option>
      {data?.results.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

const few = 20;

function Versions({ versions }: { versions: readonly Version[] }) {
  // Among thousands nobody would find the ones it opens.
  const opened = versions.filter(({ outcome }) => reads.has(outcome));
  const ordered = [...opened, ...versions.filter(({ outcome }) => !reads.has(outcome))];
  const rest = ordered.slice(few);
  if (versions.length === 0) return <p className="text-muted">This project has no versions.</p>;
  return (
    <>
      <ReachedList versions={ordered.slice(0, few)} />
      {rest.length > 0 && (
        <details>
          <summary className="link w-fit">
            Show {rest.length.toLocaleString("en")} more {rest.length === 1 ? "version" : "versions"}
          </summary>
          <div className="mt-2">
            <ReachedList versions={rest} />
          </div>
        </details>
      )}
    </>
  );
}

const ReachedList = ({ versions }: { versions: readonly Version[] }) => (
  <ul className="space-y-2">
    {versions.map((version) => (
      <Reached key={version.slug} version={version} />
    ))}
  </ul>
);

function Reached({ version }: { version: Version }) {
  const Icon = reads.has(version.outcome) ? Check : Minus;
  return (
    <li className="flex gap-2">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0">
        <span className="font-medium break-all">{version.slug}</span>{" "}
        <span className="text-muted">
          {outcomeTexts[version.outcome]}
          {version.outcome === "some_pages" && ` (${version.pages_reached} of ${version.pages})`}
        </span>
        {version.outcome === "some_pages" && (
          <ul className="text-meta text-muted">
            {version.paths.map((path) => (
              <li key={path}>
                <code className="break-all">{path}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
