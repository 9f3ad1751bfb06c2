"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { domainsResource } from "#components/domains/api.ts";
import { sharesResource } from "#components/sharing/api.ts";
import { subprojectsResource } from "#components/subprojects/api.ts";
import { translationsResource } from "#components/translations/api.ts";
import { versionsResource } from "#components/versions/api.ts";
import type { ProjectWithRights } from "./api.ts";

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** The names of a few, and how many more. */
function Named({ names, count }: { names: readonly string[]; count: number }) {
  const few = names.slice(0, 3);
  return (
    <span className="break-words">
      {few.join(", ")}
      {count > few.length && ` and ${count - few.length} more`}
    </span>
  );
}

/** What goes when a project is deleted, counted; what it has none of is not mentioned. */
export function DeleteConsequences({ project, business }: { project: ProjectWithRights; business: boolean }) {
  const { slug } = project;
  const { data: versions } = useQuery(versionsResource(slug, { active: true }, 1));
  const { data: domains } = useQuery(domainsResource(slug));
  const { data: subprojects } = useQuery(subprojectsResource(slug));
  const { data: translations } = useQuery(translationsResource(slug));
  const { data: shares } = useQuery({ ...sharesResource(slug, {}, 1), enabled: business });
  const lines: ReactNode[] = [
    <>
      <span className="break-all">{project.urls.documentation}</span> and every other address of this project
      answer 404 at once.
    </>,
    versions && `${counted(versions.count, "active version", "active versions")} with all builds and logs.`,
    domains && domains.count > 0 && (
      <>
        {counted(domains.count, "domain", "domains")}:{" "}
        <Named names={domains.results.map(({ domain }) => domain)} count={domains.count} />. Remove the DNS
        records that lead here, or somebody else may claim them.
      </>
    ),
    shares &&
      shares.count > 0 &&
      `${counted(shares.count, "share ends", "shares end")}: nobody outside can read here any more.`,
    subprojects && subprojects.count > 0 && (
      <>
        {counted(
          subprojects.count,
          "subproject is on a host of its own",
          "subprojects are on hosts of their own",
        )}{" "}
        again: <Named names={subprojects.results.map(({ child }) => child.name)} count={subprojects.count} />.
      </>
    ),
    translations && translations.count > 0 && (
      <>
        {counted(
          translations.count,
          "translation is on a host of its own",
          "translations are on hosts of their own",
        )}{" "}
        again: <Named names={translations.results.map(({ name }) => name)} count={translations.count} />.
      </>
    ),
    <>
      The slug <code className="break-all">{slug}</code> is never given to another project.
    </>,
  ];
  return (
    <ul className="mb-4 list-disc space-y-1 ps-5">
      {lines.map((line, at) => line && <li key={String(at)}>{line}</li>)}
    </ul>
  );
}
