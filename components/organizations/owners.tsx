"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, UserMinus } from "lucide-react";
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
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  type Member,
  membersPerPage,
  membersResource,
  ownersResource,
  useAddOwner,
  useRemoveOwner,
} from "./members-api.ts";

type Props = { organization: string; me: string; owner: boolean; offset: number };

function Remove({ organization, me, member }: Pick<Props, "organization" | "me"> & { member: Member }) {
  const remove = useRemoveOwner(organization);
  const self = member.username === me;
  const who = self ? "you" : "they";
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={UserMinus}
      label={self ? "Give up ownership" : `End the ownership of ${member.username}`}
      question={{
        title: self ? "Give up ownership" : `End the ownership of ${member.username}`,
        consequences: (
          <p>
            {member.teams.length === 0
              ? `In no team, ${who} do not belong to the organization any more. `
              : `${self ? "Your" : "Their"} teams stay. `}
            Invitations {who} sent and nobody answered end.
          </p>
        ),
        keep: self ? "Stay owner" : "Keep owner",
        verb: self ? "Give up ownership" : "End ownership",
        act: async () => {
          await remove.mutateAsync(member.username);
          await say(self ? "You are not an owner any more" : `${member.username} is not an owner any more`);
          if (self) location.assign(paths.organizations());
        },
      }}
    >
      {self ? "Give up" : "End ownership"}
    </ConfirmButton>
  );
}

function AddOwner({ organization }: Pick<Props, "organization">) {
  const { data } = useQuery(membersResource(organization, 0, 1000));
  const add = useAddOwner(organization);
  const form = useForm({
    read: (values) => ({ username: textOf(values, "username") }),
    submit: add.mutateAsync,
    done: ({ username }) => void say(`${username} is an owner now`),
  });
  const others = (data?.results ?? []).filter(({ owner }) => !owner);
  const invite = `${paths.organizationMembers(organization)}?invite=true`;
  return (
    <Card
      title="Add an owner"
      description="Owners manage people, teams and all projects, and can delete the organization."
    >
      {others.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">Every member is an owner.</p>
          <ButtonLink href={invite}>Invite people</ButtonLink>
        </div>
      ) : (
        <Form form={form} label="Add an owner">
          <SelectField
            name="username"
            label="Member of the organization"
            options={others.map(({ username }) => ({ value: username, label: username }))}
          />
          <FormEnd submit="Make owner">
            <ButtonLink look="ghost" href={invite}>
              Invite somebody else
            </ButtonLink>
          </FormEnd>
        </Form>
      )}
    </Card>
  );
}

/** Who owns an organization. */
export function Owners({ organization, me, owner, offset }: Props) {
  const { data } = useQuery(ownersResource(organization, offset));
  const last = (data?.count ?? 0) < 2;
  const columns: readonly Column<Member>[] = [
    { head: "Owner", unlabelled: true, cell: (member) => <PersonName person={member} me={me} /> },
    {
      head: "Actions",
      unlabelled: true,
      end: true,
      cell: (member) =>
        !owner ? null : last ? (
          <span className="text-meta text-muted">The last owner stays. Add another one first.</span>
        ) : (
          <Remove organization={organization} me={me} member={member} />
        ),
    },
  ];
  return (
    <>
      <ListBody
        resource={ownersResource(organization, offset)}
        place={{ path: paths.organizationOwners(organization), filter: { offset: offset || undefined } }}
        perPage={membersPerPage}
        caption="Owners"
        columns={columns}
        rowKey={({ username }) => username}
        empty={<EmptyState icon={ShieldCheck} title="No owners" />}
      />
      {owner && <AddOwner organization={organization} />}
    </>
  );
}
