"use client";

import { CopyCall } from "#components/form/copy-call.tsx";
import { Unsaved } from "#components/form/unsaved.tsx";
import { apiPaths } from "#lib/paths.ts";
import type { ProjectSettings, ProjectWithRights } from "./api.ts";

/** What stands beside the submit button of a section: what is not saved, and the same by the API. */
export function SectionEnd({
  project,
  names,
  read,
}: {
  project: ProjectWithRights;
  names: readonly string[];
  read: (data: FormData) => ProjectSettings;
}) {
  return (
    <>
      <Unsaved names={names} />
      <span className="ms-auto">
        <CopyCall method="PATCH" path={apiPaths.project(project.slug)} read={read} />
      </span>
    </>
  );
}
