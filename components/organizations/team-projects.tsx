"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2, X } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { SelectField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import type { Column } from "#components/shell/data-table.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { organizationProjectsResource } from "./api.ts";
import {
  membersPerPage,
  teamProjectsResource,
  useAddTeamProject,
  useRemoveTeamProject,
} from "./members-api.ts";

type Props = { organization: string; team: string; owner: boolean; offset: number };
type Project = Schema<"Project">;

function Remove({
  organization,
  team,
  project,
}: Pick<Props, "organization" | "team"> & { project: Project }) {
  const remove = useRemoveTeamProject(organization);
  return (
    <ConfirmButton
      small
      look="ghost"
      icon={X}
      label={`Take ${project.name} out of this team`}
      question={{
        title: `Take ${project.name} out of this team`,
        consequences: (
          <p>Members of the team cannot reach it any more, unless another team or an ownership lets them.</p>
        ),
        keep: "Keep project",
        verb: "Take out of team",
        act: async () => {
          await remove.mutateAsync({ team, project: project.slug });
          await say(`${project.name} was taken out of the team`);
        },
      }}
    >
      Take out
    </ConfirmButton>
  );
}

function AddProject({ organization, team }: Pick<Props, "organization" | "team">) {
  const { data } = useQuery(organizationProjectsResource(organization, 0, 1000));
  const { data: held } = useQuery(teamProjectsResource(organization, team));
  const add = useAddTeamProject(organization);
  const form = useForm({
    read: (values) => ({ team, project: textOf(values, "project") }),
    submit: add.mutateAsync,
    done: ({ name }) => void say(`${name} is in the team now`),
  });
  const inTeam = new Set(held?.results.map(({ slug }) => slug));
  const others = (data?.results ?? []).filter(({ slug }) => !inTeam.has(slug));
  return (
    <Card title="Add a project">
      {others.length === 0 ? (
        <p className="text-muted">Every project of the organization is in this team.</p>
      ) : (
        <Form form={form} label="Add a project">
          <SelectField
            name="project"
            label="Project of the organization"
            options={others.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
          <FormEnd submit="Add to team" />
        </Form>
      )}
    </Card>
  );
}

/** What a team's members reach. */
export function TeamProjects({ organization, team, owner, offset }: Props) {
  const columns: readonly Column<Project>[] = [
    {
      head: "Project",
      unlabelled: true,
      cell: (project) => (
        <Link
          href={paths.project(project.slug)}
          dir="auto"
          className="min-w-0 text-body font-medium break-words text-text hover:text-accent hover:underline"
        >
          {project.name}
        </Link>
      ),
    },
    {
      head: "Visible to",
      cell: ({ privacy_level }) => (privacy_level === "public" ? "Everybody" : "Members"),
    },
    {
      head: "Actions",
      unlabelled: true,
      end: true,
      cell: (project) =>
        owner ? <Remove organization={organization} team={team} project={project} /> : null,
    },
  ];
  return (
    <>
      <ListBody
        resource={teamProjectsResource(organization, team, offset)}
        place={{
          path: paths.organizationTeam(organization, team),
          filter: { offset: offset || undefined },
          fixed: { show: "projects" },
        }}
        perPage={membersPerPage}
        caption="Projects of the team"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FolderGit2} title="This team has no projects">
            Its members reach only what is added here.
          </EmptyState>
        }
      />
      {owner && <AddProject organization={organization} team={team} />}
    </>
  );
}
