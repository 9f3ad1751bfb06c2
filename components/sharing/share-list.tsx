"use client";

import { Share2 } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { paths } from "#lib/paths.ts";
import { type SharesFilter, sharesResource } from "./api.ts";
import { RecipeChooser } from "./recipe-chooser.tsx";
import { ShareRows } from "./share-rows.tsx";

/** The shares of a project. */
export function ShareList({
  project,
  filter,
  choosing,
}: {
  project: string;
  filter: SharesFilter;
  /** The recipes stand above it already. */
  choosing: boolean;
}) {
  return (
    <ShareRows
      resource={sharesResource(project, filter)}
      countOf={(status) => sharesResource(project, { status }, 1)}
      place={{ path: paths.sharing(project), filter: { ...filter, offset: filter.offset || undefined } }}
      empty={<FirstShare project={project} choosing={choosing} />}
    />
  );
}

function FirstShare({ project, choosing }: { project: string; choosing: boolean }) {
  return (
    <div className="pb-6">
      <EmptyState icon={Share2} title="No active shares">
        A share lets people outside your organization read this project's private documentation.
        {!choosing && " What do you want to do?"}
      </EmptyState>
      {!choosing && (
        <div className="px-4 sm:px-6">
          <RecipeChooser project={project} />
        </div>
      )}
    </div>
  );
}
