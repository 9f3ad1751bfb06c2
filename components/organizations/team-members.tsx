"use client";

import { useQuery } from "@tanstack/react-query";
import { UserMinus, Users } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { SelectField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { PersonName } from "#components/people/person-name.tsx";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  membersPerPage,
  membersResource,
  teamMembersResource,
  useAddToTeam,
  useRemoveFromTeam,
} from "./members-api.ts";

type Props = { organization: string; team: string; me: string; owner: boolean; offset: number };
type TeamMember = Schema<"TeamMember">;

function Remove({
  organization,
  team,
  me,
  username,
}: Omit<Props, "owner" | "offset"> & { username: string }) {
  const remove = useRemoveFromTeam(organization);
  const leaving = username === me;
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={UserMinus}
      label={leaving ? "Leave this team" : `Remove ${username} from this team`}
      question={{
        title: leaving ? "Leave this team" : `Remove ${username} from this team`,
        consequences: (
          <p>Its projects are out of reach at once, unless another team or an ownership gives access, too.</p>
        ),
        keep: leaving ? "Stay" : "Keep in team",
        verb: leaving ? "Leave team" : "Remove from team",
        act: async () => {
          await remove.mutateAsync({ team, username });
          await say(leaving ? "You left the team" : `${username} was removed from the team`);
          if (leaving) location.assign(paths.organizationTeams(organization));
        },
      }}
    >
      {leaving ? "Leave" : "Remove"}
    </ConfirmButton>
  );
}

/** Puts somebody who belongs to the organization into the team. */
function AddMember({ organization, team }: Pick<Props, "organization" | "team">) {
  const { data } = useQuery(membersResource(organization, 0, 1000));
  const add = useAddToTeam(organization);
  const form = useForm({
    read: (values) => ({ team, username: textOf(values, "username") }),
    submit: add.mutateAsync,
    done: ({ username }) => void say(`${username} is in the team now`),
  });
  const others = (data?.results ?? []).filter(({ teams }) => !teams.some(({ slug }) => slug === team));
  const invite = `${paths.organizationMembers(organization)}?invite=true`;
  return (
    <Card title="Add people">
      {others.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">Everybody of the organization is in this team.</p>
          <ButtonLink href={invite}>Invite people</ButtonLink>
        </div>
      ) : (
        <Form form={form} label="Add people">
          <SelectField
            name="username"
            label="Member of the organization"
            options={others.map(({ username }) => ({ value: username, label: username }))}
          />
          <FormEnd submit="Add to team">
            <ButtonLink look="ghost" href={invite}>
              Invite somebody else
            </ButtonLink>
          </FormEnd>
        </Form>
      )}
    </Card>
  );
}

/** Who is in a team. */
export function TeamMembers({ organization, team, me, owner, offset }: Props) {
  const columns: readonly Column<TeamMember>[] = [
    {
      head: "Member",
      unlabelled: true,
      cell: (member) => <PersonName person={member} me={me} />,
    },
    { head: "Joined", cell: ({ created }) => <Time at={created} /> },
    {
      head: "Actions",
      unlabelled: true,
      end: true,
      cell: ({ username }) =>
        owner || username === me ? (
          <Remove organization={organization} team={team} me={me} username={username} />
        ) : null,
    },
  ];
  return (
    <>
      <ListBody
        resource={teamMembersResource(organization, team, offset)}
        place={{ path: paths.organizationTeam(organization, team), filter: { offset: offset || undefined } }}
        perPage={membersPerPage}
        caption="Members of the team"
        columns={columns}
        rowKey={({ username }) => username}
        empty={
          <EmptyState icon={Users} title="Nobody is in this team">
            Whoever is added reaches the team's projects at once.
          </EmptyState>
        }
      />
      {owner && <AddMember organization={organization} team={team} />}
    </>
  );
}
