"use client";

import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { errorMessage } from "#components/api-client.ts";
import { RadioCards, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type Team, teamsResource, useCreateTeam } from "./members-api.ts";
import { teamAccessHints, teamAccessNames } from "./team-choice.tsx";

const columnsFor = (organization: string): readonly Column<Team>[] => [
  {
    head: "Team",
    unlabelled: true,
    cell: (team) => (
      <Link
        href={paths.organizationTeam(organization, team.slug)}
        dir="auto"
        className="min-w-0 text-body font-medium break-words text-text hover:text-accent hover:underline"
      >
        {team.name}
      </Link>
    ),
  },
  { head: "Access", cell: ({ access }) => teamAccessNames[access] },
  { head: "Members", cell: ({ members }) => members?.length ?? 0 },
];

/** The teams of an organization: all for owners, their own for members. */
export function TeamList({ organization, owner }: { organization: string; owner: boolean }) {
  const { data, error } = useQuery(teamsResource(organization));
  if (error && !data) return <Callout tone="danger">{errorMessage(error)}</Callout>;
  if (!data) return null;
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      {data.count === 0 ? (
        <EmptyState icon={UsersRound} title={owner ? "No teams yet" : "You are in no team"}>
          A team gives its members access to its projects: to read them, or to change them.
        </EmptyState>
      ) : (
        <DataTable
          caption="Teams"
          columns={columnsFor(organization)}
          rows={data.results}
          rowKey={({ slug }) => slug}
        />
      )}
    </div>
  );
}

export const accessChoices = (["readonly", "admin"] as const).map((value) => ({
  value,
  label: teamAccessNames[value],
  hint: teamAccessHints[value],
}));

export function NewTeam({ organization }: { organization: string }) {
  const router = useRouter();
  const create = useCreateTeam(organization);
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      access: textOf(data, "access") === "admin" ? ("admin" as const) : ("readonly" as const),
    }),
    submit: create.mutateAsync,
    done: (team) => {
      void say(`Team “${team.name}” created`);
      router.push(paths.organizationTeam(organization, team.slug));
    },
  });
  return (
    <Card title="New team">
      <Form form={form} label="New team">
        <TextField name="name" label="Name" maxLength={100} autoComplete="off" required />
        <RadioCards name="access" label="Access" defaultValue="readonly" options={accessChoices} />
        <FormEnd submit="Create team" />
      </Form>
    </Card>
  );
}
