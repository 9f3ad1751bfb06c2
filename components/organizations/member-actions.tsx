"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, UserMinus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  type Member,
  revokeShare,
  sharesByResource,
  teamProjectsResource,
  useRemoveMember,
} from "./members-api.ts";

function TeamLosses({ organization, team }: { organization: string; team: Member["teams"][number] }) {
  const { data } = useQuery(teamProjectsResource(organization, team.slug));
  const names = data?.results.map(({ name }) => name) ?? [];
  const more = (data?.count ?? 0) - names.length;
  return (
    <li>
      Team <bdi>{team.name}</bdi>
      {data && (names.length === 0 ? ", which has no projects" : `: ${names.join(", ")}`)}
      {more > 0 && ` and ${more} more`}
    </li>
  );
}

/** What somebody loses by leaving, and what becomes of the shares they made. */
function Losses({
  organization,
  member,
  owner,
  leaving,
  onRevoke,
}: {
  organization: string;
  member: Member;
  /** Owners alone see and revoke shares of others. */
  owner: boolean;
  leaving: boolean;
  onRevoke: (shares: readonly { id: number; project: string }[]) => void;
}) {
  const { data: shares } = useQuery({ ...sharesByResource(organization, member.username), enabled: owner });
  const count = shares?.count ?? 0;
  return (
    <>
      <p>These stop at once, on documentation sites too:</p>
      <ul className="list-disc space-y-1 ps-5">
        {member.owner && <li>Owner: every project, and managing the organization</li>}
        {member.teams.map((team) => (
          <TeamLosses key={team.slug} organization={organization} team={team} />
        ))}
      </ul>
      {shares && count > 0 && (
        <label className="flex gap-2.5 text-text">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            onChange={(event) => onRevoke(event.target.checked ? shares.results : [])}
          />
          Also revoke the {count === 1 ? "live share" : `${count} live shares`} {leaving ? "you" : "they"}{" "}
          made. Otherwise {count === 1 ? "it goes" : "they go"} on as the share policy says.
        </label>
      )}
    </>
  );
}

/** Takes somebody out of the organization; for the reader themselves, leaving it. */
export function RemoveMember({
  organization,
  member,
  me,
  owner,
}: {
  organization: string;
  member: Member;
  me: string;
  owner: boolean;
}) {
  const router = useRouter();
  const remove = useRemoveMember(organization);
  const [shares, setShares] = useState<readonly { id: number; project: string }[]>([]);
  const leaving = member.username === me;
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={leaving ? LogOut : UserMinus}
      label={leaving ? "Leave this organization" : `Remove ${member.username}`}
      question={{
        title: leaving ? "Leave this organization" : `Remove ${member.username}`,
        consequences: (
          <Losses
            organization={organization}
            member={member}
            owner={owner}
            leaving={leaving}
            onRevoke={setShares}
          />
        ),
        keep: leaving ? "Stay" : "Keep member",
        verb: leaving ? "Leave organization" : "Remove member",
        act: async () => {
          for (const share of shares) await revokeShare(share.project, share.id);
          await remove.mutateAsync(member.username);
          await say(leaving ? "You left the organization" : `${member.username} was removed`);
          if (leaving) router.push(paths.organizations());
          // Who is left may be the last owner now.
          else if (member.owner) router.refresh();
        },
      }}
    >
      {leaving ? "Leave" : "Remove"}
    </ConfirmButton>
  );
}
