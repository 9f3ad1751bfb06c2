"use client";

import { useQuery } from "@tanstack/react-query";
import { TypedDeletion } from "#components/form/typed-deletion.tsx";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import { projectResource, useDeleteProject } from "./api.ts";
import { DeleteConsequences } from "./delete-consequences.tsx";

/** Says what goes, and goes on only after the slug was typed. */
export function DeleteProject({ project: slug, business }: { project: string; business: boolean }) {
  const { data: project } = useQuery(projectResource(slug));
  const remove = useDeleteProject(slug);
  if (!project) return null;
  return (
    <Card title="What goes" danger>
      <DeleteConsequences project={project} business={business} />
      <p className="mb-4">
        For 14 days you can restore it, with everything it served, from your list of projects. After that it
        is removed for good.
      </p>
      <TypedDeletion
        what="project"
        name={slug}
        remove={remove.mutateAsync}
        then={paths.projects()}
        keep={paths.projectSettings(slug)}
      />
    </Card>
  );
}
