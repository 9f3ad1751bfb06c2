"use client";

import { useQuery } from "@tanstack/react-query";
import { SectionLinks } from "#components/shell/section-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { paths } from "#lib/paths.ts";
import { projectResource } from "./api.ts";
import { PrefixSettings, VersionSettings } from "./settings-addresses.tsx";
import { GeneralSettings } from "./settings-general.tsx";
import { PrivacySettings } from "./settings-privacy.tsx";
import { AnalyticsSettings, BuildSettings, PageSettings } from "./settings-publishing.tsx";
import { PrivateRepositoryLink, RepositorySettings } from "./settings-repository.tsx";

const sections = [
  { anchor: "general", title: "General" },
  { anchor: "repository", title: "Repository" },
  { anchor: "private-repository", title: "Private repository", business: true },
  { anchor: "addresses", title: "Versions and addresses" },
  { anchor: "prefixes", title: "Prefixes" },
  { anchor: "privacy", title: "Privacy", business: true },
  { anchor: "pages", title: "Published pages" },
  { anchor: "analytics", title: "Analytics" },
  { anchor: "builds", title: "Builds" },
  { anchor: "delete", title: "Delete project" },
];

/** All settings of a project, each section saved by itself. */
export function ProjectSettingsForms({ project: slug, business }: { project: string; business: boolean }) {
  const { data: project } = useQuery(projectResource(slug));
  if (!project) return null;
  return (
    <div className="flex gap-8">
      <div className="min-w-0 max-w-[640px] flex-1 space-y-5">
        <GeneralSettings project={project} />
        <RepositorySettings project={project} />
        {business && <PrivateRepositoryLink project={slug} />}
        <VersionSettings project={project} />
        <PrefixSettings project={project} />
        {business && <PrivacySettings project={project} />}
        <PageSettings project={project} />
        <AnalyticsSettings project={project} />
        <BuildSettings project={project} />
        <Card anchor="delete" title="Delete project" danger>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[48ch] text-muted">
              Its documentation goes offline at once, with every version and every address. For 14 days it can
              be restored.
            </p>
            <ButtonLink href={paths.projectDelete(slug)}>Delete project…</ButtonLink>
          </div>
        </Card>
      </div>
      <SectionLinks sections={sections.filter((section) => business || !section.business)} />
    </div>
  );
}
