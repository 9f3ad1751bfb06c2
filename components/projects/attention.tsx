"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { buildsResource } from "#components/builds/api.ts";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { versionsResource } from "#components/versions/api.ts";
import { paths } from "#lib/paths.ts";
import { overviewRows, type ProjectWithRights } from "./api.ts";

type Step = {
  readonly key: string;
  readonly state: "done" | "failed" | "now" | "later";
  readonly text: ReactNode;
};
const icons = { done: CircleCheck, failed: CircleX, now: Clock, later: Circle } as const;
const words = { done: "Done", failed: "Failed", now: "In progress", later: "To do" } as const;
const colours = {
  done: "text-success",
  failed: "text-danger",
  now: "text-running",
  later: "text-muted",
} as const;

/** The way to a first page that readers can open; gone once there is one. */
export function SetupChecklist({ project }: { project: ProjectWithRights }) {
  const { data } = useQuery(buildsResource(project.slug, {}, overviewRows));
  const builds = data?.results ?? [];
  const last = builds[0];
  const passed = builds.some(({ success }) => success === true);
  if (!data || !project.permissions.admin || passed || data.count > overviewRows) return null;
  const fetched = builds.some(({ commit }) => commit !== null);
  const failed = last?.success === false;
  const build = last && (
    <Link className="link" href={paths.build(project.slug, last.id)}>
      build #{last.id}
    </Link>
  );
  const steps: readonly Step[] = [
    { key: "project", state: "done", text: "The project exists" },
    fetched
      ? { key: "repository", state: "done", text: "The repository can be read" }
      : {
          key: "repository",
          state: failed ? "failed" : last ? "now" : "later",
          text: (
            <>
              The repository can be read
              {failed && (
                <>
                  :{" "}
                  <Link className="link" href={paths.projectRepository(project.slug)}>
                    give access to it
                  </Link>
                </>
              )}
            </>
          ),
        },
    {
      key: "build",
      state: failed && fetched ? "failed" : last && !failed ? "now" : "later",
      text: <>The first build passes{build && <>: {build}</>}</>,
    },
    { key: "readers", state: "later", text: "Readers open the documentation" },
  ];
  return (
    <Card title="Until your documentation is online">
      <ol className="space-y-2">
        {steps.map(({ key, state, text }) => {
          const Icon = icons[state];
          return (
            <li key={key} className="flex items-start gap-2">
              <Icon className={`mt-0.5 size-4 shrink-0 ${colours[state]}`} aria-label={words[state]} />
              <span>{text}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** What somebody should look at in the versions that are out: failed builds, and branches or tags that are gone. */
export function NeedsAttention({ project }: { project: ProjectWithRights }) {
  const { data } = useQuery(versionsResource(project.slug, { active: true }, overviewRows));
  const versions = project.permissions.admin ? (data?.results ?? []) : [];
  const failed = versions.filter(
    ({ last_build: build }) => build?.state.code === "finished" && !build.success,
  );
  const gone = versions.filter(({ source }) => source.missing_since !== null);
  if (failed.length + gone.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className="space-y-2">
        {failed.map(({ slug, verbose_name, last_build: build, built }) => (
          <li key={slug} className="break-words">
            The last build of <bdi>{verbose_name}</bdi> failed
            {built ? "; readers get the one before. " : ". "}
            {build && (
              <Link className="link" href={paths.build(project.slug, build.id)}>
                See why build #{build.id} failed
              </Link>
            )}
          </li>
        ))}
        {gone.map(({ slug, verbose_name, type }) => (
          <li key={`gone-${slug}`} className="break-words">
            The {type} <bdi>{verbose_name}</bdi> is gone from the repository; its pages are still served.{" "}
            <Link className="link" href={paths.versionSettings(project.slug, slug)}>
              Keep or deactivate it
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
