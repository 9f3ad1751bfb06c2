"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "#components/ui/card.tsx";
import { deletedProjectsResource } from "./deleted-api.ts";
import { DeletedProject } from "./deleted-projects.tsx";

/** On a page that does not exist: that the project of its address was deleted, for people who can restore it. */
export default function DeletedHere({ wanted }: { wanted: string }) {
  const { data } = useQuery({ ...deletedProjectsResource(), retry: false });
  const project = data?.results.find(({ slug }) => slug === wanted);
  if (!project) return null;
  return (
    <Card title="This project was deleted" flush>
      <ul className="text-text">
        {/* The address may stay the same, and what it shows does not: the page is loaded anew. */}
        <DeletedProject project={project} goTo={(address) => location.assign(address)} />
      </ul>
    </Card>
  );
}
