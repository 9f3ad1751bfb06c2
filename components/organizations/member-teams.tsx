"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Form, FormEnd } from "#components/form/form.tsx";
import { useForm } from "#components/form/form-state.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { type Team, teamsResource, useAddToTeam, useRemoveFromTeam } from "./members-api.ts";
import { TeamChoice } from "./team-choice.tsx";

const holds = (team: Team, username: string): boolean =>
  (team.members ?? []).some((member) => member.username === username);

/** Which teams one member is in. */
export function MemberTeams({ organization, username }: { organization: string; username: string }) {
  const router = useRouter();
  const { data } = useQuery(teamsResource(organization));
  const add = useAddToTeam(organization);
  const remove = useRemoveFromTeam(organization);
  const teams = data?.results ?? [];
  const form = useForm({
    read: (values) => values.getAll("teams"),
    submit: async (chosen) => {
      // Joining first: whoever is in no team for a moment would not belong to the organization any more.
      for (const team of teams)
        if (chosen.includes(team.slug) && !holds(team, username))
          await add.mutateAsync({ team: team.slug, username });
      for (const team of teams)
        if (!chosen.includes(team.slug) && holds(team, username))
          await remove.mutateAsync({ team: team.slug, username });
    },
    done: () => {
      void say(`Teams of ${username} saved`);
      router.push(paths.organizationMembers(organization));
      document.querySelector<HTMLElement>("h1")?.focus();
    },
  });
  if (!data) return null;
  return (
    <Card
      title={`Teams of ${username}`}
      description="Whoever is in no team and owns nothing does not belong to the organization any more."
    >
      <Form form={form} label={`Teams of ${username}`}>
        <TeamChoice
          teams={teams}
          chosen={teams.filter((team) => holds(team, username)).map(({ slug }) => slug)}
        />
        <FormEnd submit="Save teams">
          <ButtonLink look="ghost" href={paths.organizationMembers(organization)}>
            Cancel
          </ButtonLink>
        </FormEnd>
      </Form>
    </Card>
  );
}
