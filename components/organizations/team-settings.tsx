"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RadioCards, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  teamMembersResource,
  teamProjectsResource,
  teamResource,
  useDeleteTeam,
  useUpdateTeam,
} from "./members-api.ts";
import { accessChoices } from "./team-list.tsx";

type Props = { organization: string; team: string };

const some = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Name and access of a team, and deleting it; each says who feels it. */
export function TeamSettings({ organization, team: slug }: Props) {
  const router = useRouter();
  const { data: team } = useQuery(teamResource(organization, slug));
  const { data: members } = useQuery(teamMembersResource(organization, slug));
  const { data: projects } = useQuery(teamProjectsResource(organization, slug));
  const update = useUpdateTeam(organization, slug);
  const remove = useDeleteTeam(organization);
  const [access, setAccess] = useState<string | null>(null);
  const form = useForm({
    read: (data) => ({
      name: textOf(data, "name"),
      access: textOf(data, "access") === "admin" ? ("admin" as const) : ("readonly" as const),
    }),
    submit: update.mutateAsync,
    done: (saved) => {
      void say(`Team “${saved.name}” saved`);
      setAccess(null);
      router.replace(`${paths.organizationTeam(organization, saved.slug)}?show=settings`);
    },
  });
  if (!team) return null;
  const people = some(members?.count ?? 0, "member", "members");
  const reach = some(projects?.count ?? 0, "project", "projects");
  const loses = members?.count === 1 ? "loses" : "lose";
  const felt = (members?.count ?? 0) > 0 && (projects?.count ?? 0) > 0;
  return (
    <>
      <Card title="Name and access">
        <Form form={form} label="Name and access">
          <TextField
            name="name"
            label="Name"
            hint="The address of this page follows the name."
            maxLength={100}
            defaultValue={team.name}
            autoComplete="off"
            required
          />
          <RadioCards
            name="access"
            label="Access"
            defaultValue={team.access}
            options={accessChoices}
            onChange={setAccess}
          />
          {felt && access !== null && access !== team.access && (
            <Callout tone="warning">
              {access === "readonly"
                ? `${people} can no longer change ${reach}: no builds, settings, shares or redirects.`
                : `${people} can change everything in ${reach}, delete them, too.`}
            </Callout>
          )}
          <FormEnd submit="Save team" />
        </Form>
      </Card>
      <Card title="Delete team" danger>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[48ch] text-muted">
            {felt
              ? `${people} ${loses} access to ${reach}, unless another team gives it. Projects stay.`
              : "Nobody loses access: the team has no members or no projects."}
          </p>
          <ConfirmButton
            icon={Trash2}
            question={{
              title: `Delete the team “${team.name}”`,
              consequences: (
                <p>
                  {felt && `${people} ${loses} access to ${reach} at once. `}Invitations to this team alone
                  end. It cannot be taken back.
                </p>
              ),
              keep: "Keep team",
              verb: "Delete team",
              type: team.slug,
              act: async () => {
                await remove.mutateAsync(slug);
                await say(`Team “${team.name}” deleted`);
                router.push(paths.organizationTeams(organization));
              },
            }}
          >
            Delete team…
          </ConfirmButton>
        </div>
      </Card>
    </>
  );
}
