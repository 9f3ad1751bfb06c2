"use client";

import { ShieldCheck, ShieldOff, Users } from "lucide-react";
import { withQuery } from "#components/api-client.ts";
import { PersonName } from "#components/people/person-name.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { RemoveMember } from "./member-actions.tsx";
import { type Member, membersPerPage, membersResource } from "./members-api.ts";
import { teamAccessNames } from "./team-choice.tsx";

function accessOf({ owner, teams }: Member): string {
  if (owner) return "Owner";
  return teamAccessNames[teams.some(({ access }) => access === "admin") ? "admin" : "readonly"];
}

const forOwners: readonly Column<Member>[] = [
  {
    head: "Two-factor",
    cell: ({ two_factor }) =>
      two_factor ? (
        <Chip tone="success" icon={ShieldCheck}>
          On
        </Chip>
      ) : (
        <Chip tone="neutral" icon={ShieldOff}>
          Off
        </Chip>
      ),
  },
  {
    head: "Last active",
    cell: ({ last_active }) =>
      last_active ? <Time at={last_active} /> : <span className="text-muted">Never</span>,
  },
];

type Props = {
  organization: string;
  me: string;
  /** Whether the reader is an owner. */
  owner: boolean;
  /** Whether there is one owner only, who has to stay. */
  oneOwner: boolean;
};

function MemberActions({ member, organization, me, owner, oneOwner }: Props & { member: Member }) {
  const leaving = member.username === me;
  return (
    <span className="inline-flex flex-wrap items-center gap-1 sm:justify-end">
      {owner && (
        <ButtonLink
          small
          look="ghost"
          href={withQuery(paths.organizationMembers(organization), { teams_of: member.username })}
        >
          Change teams<span className="sr-only"> of {member.username}</span>
        </ButtonLink>
      )}
      {member.owner && oneOwner ? (
        <span className="text-meta text-muted">
          {leaving ? "As the last owner you cannot leave" : "The last owner stays"}.{" "}
          {owner && (
            <Link href={paths.organizationOwners(organization)} className="link">
              Add another owner first
            </Link>
          )}
        </span>
      ) : (
        (owner || leaving) && (
          <RemoveMember organization={organization} member={member} me={me} owner={owner} />
        )
      )}
    </span>
  );
}

const columnsFor = ({ organization, me, owner, oneOwner }: Props): readonly Column<Member>[] => [
  { head: "Member", unlabelled: true, cell: (member) => <PersonName person={member} me={me} /> },
  { head: "Highest access", cell: accessOf },
  {
    head: "Teams",
    cell: ({ teams }) =>
      teams.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {teams.map((team) => (
            <li key={team.slug} className="min-w-0">
              <Link href={paths.organizationTeam(organization, team.slug)} className="link break-words">
                {team.name}
              </Link>
            </li>
          ))}
        </ul>
      ),
  },
  ...(owner ? forOwners : []),
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: (member) => (
      <MemberActions member={member} organization={organization} me={me} owner={owner} oneOwner={oneOwner} />
    ),
  },
];

/** Everybody of an organization, with the teams the reader may see. */
export function MemberList({ offset, ...props }: Props & { offset: number }) {
  const { organization } = props;
  return (
    <ListBody
      resource={membersResource(organization, offset)}
      place={{ path: paths.organizationMembers(organization), filter: { offset: offset || undefined } }}
      perPage={membersPerPage}
      caption="Members"
      columns={columnsFor(props)}
      rowKey={({ username }) => username}
      empty={<EmptyState icon={Users} title="No members" />}
    />
  );
}
