"use client";

import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { withQuery } from "#components/api-client.ts";
import type { Column } from "#components/shell/data-table.tsx";
import { FilterBar, ViewLinks } from "#components/shell/filter-bar.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { type PeopleFilter, type Person, peoplePerPage, peopleResource } from "./api.ts";
import { PersonName } from "./person-name.tsx";

export const accessWords = { admin: "Read and change", readonly: "Read" } as const;

function Because({ person, organization }: { person: Person; organization: string }) {
  return (
    <ul className="space-y-0.5">
      {person.because.map(({ kind, team }) => (
        <li key={team?.slug ?? kind}>
          {team === null ? (
            <Link href={paths.organizationOwners(organization)} className="link">
              Owner of the organization
            </Link>
          ) : (
            <>
              Team{" "}
              <Link href={paths.organizationTeam(organization, team.slug)} className="link break-words">
                {team.name}
              </Link>{" "}
              <span className="text-muted">({accessWords[team.access].toLowerCase()})</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const columnsFor = (organization: string, me: string): readonly Column<Person>[] => [
  { head: "Person", unlabelled: true, cell: (person) => <PersonName person={person} me={me} /> },
  { head: "Can", cell: ({ access }) => accessWords[access] },
  { head: "Because", cell: (person) => <Because person={person} organization={organization} /> },
];

/** Who may read or change a project of an organization, each with every reason. */
export function PeopleList({
  project,
  organization,
  me,
  filter,
  children,
}: {
  project: string;
  organization: string;
  me: string;
  filter: PeopleFilter;
  children?: ReactNode;
}) {
  const path = paths.people(project);
  const view = (access: PeopleFilter["access"], name: string) => ({
    href: withQuery(path, { q: filter.q, access }),
    name,
    here: filter.access === access,
  });
  return (
    <>
      <FilterBar place={{ path, filter }} name="q" label="Filter by name">
        <ViewLinks
          label="Access"
          views={[
            view(undefined, "Everybody"),
            view("admin", "Can change"),
            view("readonly", "Can only read"),
          ]}
        />
      </FilterBar>
      <ListBody
        resource={peopleResource(project, filter)}
        place={{ path, filter }}
        perPage={peoplePerPage}
        caption="People"
        columns={columnsFor(organization, me)}
        rowKey={({ username }) => username}
        empty={<EmptyState icon={Users} title="Nobody has a part in this project" />}
      />
      {children}
    </>
  );
}
