"use client";

import { useQuery } from "@tanstack/react-query";
import { TypedDeletion } from "#components/form/typed-deletion.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { organizationProjectsResource, useDeleteOrganization } from "./api.ts";
import { membersResource } from "./members-api.ts";

/** Says what goes, and goes on only after the slug was typed; not while there are projects. */
export function DeleteOrganization({ organization: slug }: { organization: string }) {
  const { data: projects } = useQuery(organizationProjectsResource(slug));
  const { data: members } = useQuery(membersResource(slug));
  const remove = useDeleteOrganization(slug);
  if (!projects || !members) return null;
  const more = projects.count - projects.results.length;
  if (projects.count > 0)
    return (
      <Callout
        tone="warning"
        title={
          projects.count === 1
            ? "It still has a project"
            : `It still has ${projects.count.toLocaleString("en")} projects`
        }
        actions={
          <ButtonLink small href={paths.organizationSettings(slug)}>
            Back to settings
          </ButtonLink>
        }
      >
        <p>
          {projects.count === 1
            ? "Delete it first; its documentation, shares and builds go with it."
            : "Delete them first; their documentation, shares and builds go with them."}
        </p>
        <ul className="mt-1 list-disc space-y-1 ps-5">
          {projects.results.map((project) => (
            <li key={project.id}>
              <Link href={paths.projectDelete(project.slug)} className="link break-words">
                {project.name}
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="mt-1">
            And {more.toLocaleString("en")} more in the{" "}
            <Link href={paths.organization(slug)} className="link">
              list of its projects
            </Link>
            .
          </p>
        )}
      </Callout>
    );
  return (
    <Card title="What goes" danger>
      <ul className="mb-4 list-disc space-y-1 ps-5">
        <li>
          {members.count === 1 ? "1 member loses" : `${members.count} members lose`} the organization and its
          teams.
        </li>
        <li>Invitations nobody answered end.</li>
        <li>
          The slug <code className="break-all">{slug}</code> is never given to another organization.
        </li>
      </ul>
      <TypedDeletion
        what="organization"
        name={slug}
        remove={remove.mutateAsync}
        then={paths.organizations()}
        keep={paths.organizationSettings(slug)}
      />
    </Card>
  );
}
