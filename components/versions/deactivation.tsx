"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Question } from "#components/shell/confirm.tsx";
import { say } from "#components/ui/toast.ts";
import {
  mayLeadOn,
  redirectVersion,
  useUpdateVersion,
  type VersionWithBuild,
  versionsResource,
} from "./api.ts";

/** The question before a version is taken off its site, with the offer to lead its readers to `stable`. */
export function useDeactivation(project: string): (version: VersionWithBuild) => Question {
  const update = useUpdateVersion(project);
  const target = useRef<VersionWithBuild | null>(null);
  return (version) => ({
    title: `Deactivate ${version.verbose_name}`,
    consequences: (
      <Consequences
        project={project}
        version={version}
        onTarget={(chosen) => {
          target.current = chosen;
        }}
      />
    ),
    keep: "Keep version active",
    verb: "Deactivate version",
    act: async () => {
      // First: a redirect says nothing while the pages are there, and readers find no gap.
      if (target.current) await redirectVersion(project, version, target.current);
      await update.mutateAsync({ version: version.slug, active: false });
      await say(`${version.verbose_name} is inactive`);
    },
  });
}

function Consequences({
  project,
  version,
  onTarget,
}: {
  project: string;
  version: VersionWithBuild;
  onTarget: (target: VersionWithBuild | null) => void;
}) {
  const forget = useRef(onTarget);
  useEffect(() => forget.current(null), []);
  const { data } = useQuery(versionsResource(project, { slug: "stable", active: true, built: true }, 10));
  const stable = data?.results.find(({ slug }) => slug === "stable");
  const offered = stable && version.slug !== "stable" && mayLeadOn(version);
  return (
    <>
      <p>
        Its pages answer 404 at once and its builds are cancelled. Its files are kept for seven days, unless
        you remove them. Activating it again builds it from the repository.
      </p>
      {offered && (
        <label className="flex items-start gap-2 text-text">
          <input
            type="checkbox"
            onChange={(event) => onTarget(event.target.checked ? stable : null)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            Redirect its pages to <code>stable</code>
          </span>
        </label>
      )}
    </>
  );
}
