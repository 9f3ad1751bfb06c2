"use client";

import { Building2, Plus, UserPlus } from "lucide-react";
import { withQuery } from "#components/api-client.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { type Organization, organizationsPerPage, organizationsResource } from "./api.ts";

const columnsFor = (me: string): readonly Column<Organization>[] => [
  {
    head: "Organization",
    unlabelled: true,
    cell: ({ slug, name, description }) => (
      <span className="min-w-0">
        <Link
          href={paths.organization(slug)}
          dir="auto"
          className="text-body font-medium break-words text-text hover:text-accent hover:underline"
        >
          {name}
        </Link>
        {description && (
          <span className="line-clamp-2 max-w-[60ch] break-words text-muted">{description}</span>
        )}
      </span>
    ),
  },
  {
    head: "You are",
    cell: ({ owners }) => (owners.some(({ username }) => username === me) ? "Owner" : "Member"),
  },
  { head: "Created", cell: ({ created }) => <Time at={created} /> },
  {
    head: "Actions",
    unlabelled: true,
    end: true,
    cell: ({ slug, name, owners }) =>
      owners.some(({ username }) => username === me) ? (
        <ButtonLink small icon={UserPlus} href={withQuery(paths.organizationMembers(slug), { invite: true })}>
          Invite<span className="sr-only"> people to {name}</span>
        </ButtonLink>
      ) : null,
  },
];

/** The organizations the reader belongs to. */
export function OrganizationList({ me, offset }: { me: string; offset: number }) {
  return (
    <ListBody
      resource={organizationsResource(offset)}
      place={{ path: paths.organizations(), filter: { offset: offset || undefined } }}
      perPage={organizationsPerPage}
      caption="Organizations"
      columns={columnsFor(me)}
      rowKey={({ slug }) => slug}
      empty={
        <EmptyState
          icon={Building2}
          title="You belong to no organization"
          actions={
            <ButtonLink look="primary" icon={Plus} href={paths.newOrganization()}>
              New organization
            </ButtonLink>
          }
        >
          Every project belongs to an organization. If your company has one here already, ask one of its
          owners to invite you.
        </EmptyState>
      }
    />
  );
}
