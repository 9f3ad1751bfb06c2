"use client";

import { useQuery } from "@tanstack/react-query";
import { TypedDeletion } from "#components/form/typed-deletion.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { deletionResource, useDeleteAccount } from "./api.ts";

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Says what goes, and goes on only after the username was typed; while others depend on the account, says who. */
export function DeleteAccount({ username, business }: { username: string; business: boolean }) {
  const { data: deletion } = useQuery(deletionResource());
  const remove = useDeleteAccount();
  if (!deletion) return null;
  const { blocked_by: blockers, tokens, teams } = deletion;
  return (
    <Card title="What goes" danger>
      <ul className="mb-4 list-disc space-y-1 ps-5">
        <li>
          You cannot log in any more{business && ", here or on private documentation"}. All your sessions end.
        </li>
        {tokens > 0 && <li>{counted(tokens, "API token stops", "API tokens stop")} working.</li>}
        {teams > 0 && <li>You leave {counted(teams, "team", "teams")}.</li>}
        <li>Your name, e-mail addresses and settings are erased. The history keeps your username.</li>
        <li>
          Projects and builds stay.{business && " So do your shares, unless your organization ends them."}
        </li>
      </ul>
      {blockers.length > 0 ? (
        <Callout tone="warning" title="Nobody else looks after these">
          <p>Hand each over or delete it first.</p>
          <ul className="mt-1 list-disc ps-5">
            {blockers.map(({ kind, slug, name }) => (
              <li key={`${kind}/${slug}`}>
                <Link
                  className="link break-words"
                  href={kind === "organization" ? paths.organizationOwners(slug) : paths.maintainers(slug)}
                >
                  <bdi>{name}</bdi>
                </Link>{" "}
                <span className="text-muted">({kind})</span>
              </li>
            ))}
          </ul>
        </Callout>
      ) : (
        <TypedDeletion
          what="account"
          whose="your"
          name={username}
          remove={() => remove.mutateAsync({ username })}
          then={paths.home()}
          keep={paths.profile()}
        />
      )}
    </Card>
  );
}
