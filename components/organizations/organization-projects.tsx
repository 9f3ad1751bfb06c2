"use client";

import { FolderGit2, Plus } from "lucide-react";
import { isOpen, projectColumns } from "#components/projects/project-list.tsx";
import { ListBody } from "#components/shell/list-screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { paths } from "#lib/paths.ts";
import { listedProjectsResource, organizationsPerPage } from "./api.ts";

/** The projects of an organization that the reader may see. */
export function OrganizationProjects({
  organization,
  owner,
  offset,
}: {
  organization: string;
  owner: boolean;
  offset: number;
}) {
  return (
    <ListBody
      resource={listedProjectsResource(organization, offset)}
      place={{ path: paths.organization(organization), filter: { offset: offset || undefined } }}
      perPage={organizationsPerPage}
      caption="Projects"
      columns={projectColumns}
      rowKey={({ id }) => id}
      refetchWhile={isOpen}
      empty={
        owner ? (
          <EmptyState
            icon={FolderGit2}
            title="Import the first repository"
            actions={
              <ButtonLink look="primary" icon={Plus} href={paths.importManually()}>
                Import project
              </ButtonLink>
            }
          >
            Lectern clones it, builds its documentation and serves it to whom you choose.
          </EmptyState>
        ) : (
          <EmptyState icon={FolderGit2} title="No projects shared with you yet">
            An owner adds you to a team, and the team's projects appear here.
          </EmptyState>
        )
      }
    />
  );
}
