"use client";

import { useQuery } from "@tanstack/react-query";
import type { Schema } from "#components/api-operations.ts";
import { resource } from "#components/resource.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";

const few = 5;
const subprojectsOf = (project: string) =>
  resource("/api/v3/projects/{project}/subprojects/", { project }, { limit: few });
const translationsOf = (project: string) =>
  resource("/api/v3/projects/{project}/translations/", { project }, { limit: few });
const domainsOf = (project: string) =>
  resource("/api/v3/projects/{project}/domains/", { project }, { limit: few });

/** What somebody about to share should know, and only when it is so. */
export function FormNotices({
  project,
  versions,
}: {
  project: string;
  versions: readonly Schema<"Version">[];
}) {
  const { data: subprojects } = useQuery(subprojectsOf(project));
  const { data: translations } = useQuery(translationsOf(project));
  const { data: domains } = useQuery(domainsOf(project));
  const others = [
    ...(subprojects?.results.map(({ child }) => child.slug) ?? []),
    ...(translations?.results.map(({ slug }) => slug) ?? []),
  ];
  const waiting = domains?.results.find(({ canonical, state }) => canonical && state !== "verified");
  return (
    <>
      {versions.every(({ privacy_level }) => privacy_level === "public") && (
        <Callout tone="warning">
          This project has no private version, so the share changes nothing today.
        </Callout>
      )}
      {others.length > 0 && (
        <Callout>
          {counts(subprojects?.count ?? 0, translations?.count ?? 0)} not covered. Create shares there:{" "}
          {others.map((slug, at) => (
            <span key={slug}>
              {at > 0 && ", "}
              <Link className="link" href={paths.sharing(slug)}>
                {slug}
              </Link>
            </span>
          ))}
          .
        </Callout>
      )}
      {waiting && (
        <Callout>
          Your domain {waiting.domain} is not verified yet; links use the address of this service until then.
        </Callout>
      )}
    </>
  );
}

function counts(subprojects: number, translations: number): string {
  const parts = [
    subprojects > 0 && `${subprojects} ${subprojects === 1 ? "subproject" : "subprojects"}`,
    translations > 0 && `${translations} ${translations === 1 ? "translation" : "translations"}`,
  ].filter(Boolean);
  return `${parts.join(" and ")} ${subprojects + translations === 1 ? "is" : "are"}`;
}
