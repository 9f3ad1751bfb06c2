import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { choiceIn, offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readDeleted } from "#app/api/v3/account/deleted-projects/route.ts";
import { GET as readInbox } from "#app/api/v3/notifications/route.ts";
import { GET as readProjects } from "#app/api/v3/projects/route.ts";
import { inboxResource } from "#components/notifications/api.ts";
import { Attention } from "#components/notifications/attention.tsx";
import { homeResource, type ProjectsFilter } from "#components/projects/api.ts";
import { deletedProjectsResource } from "#components/projects/deleted-api.ts";
import { DeletedProjects } from "#components/projects/deleted-projects.tsx";
import { ProjectList } from "#components/projects/project-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { languageCodes } from "#lib/projects/rules/languages.ts";
import { privacyLevels, projectSorts, projectStates } from "#lib/projects/schema.ts";

export const metadata: Metadata = { title: "Projects" };

/** What of the address narrows or orders the list; what the API would refuse is left out. */
function filterIn(search: Awaited<Search>, business: boolean): ProjectsFilter {
  const filter = {
    name: textIn(search, "name"),
    state: choiceIn(search, "state", projectStates),
    language: choiceIn(search, "language", languageCodes),
    sort: choiceIn(search, "sort", projectSorts),
    offset: offsetIn(search) || undefined,
    ...(business && {
      organization: textIn(search, "organization"),
      privacy_level: choiceIn(search, "privacy_level", privacyLevels),
    }),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.projects());
  const business = env.EDITION === "business";
  const filter = filterIn(await searchParams, business);
  const preload = new Preload();
  await preload.get(homeResource(filter), readProjects);
  await preload.get(deletedProjectsResource(), readDeleted);
  await preload.get(inboxResource({}), readInbox);
  return preload.around(
    <Screen
      title="Projects"
      actions={
        <ButtonLink look="primary" icon={Plus} href={paths.importManually()} data-shortcut="c">
          Import project
        </ButtonLink>
      }
    >
      <Attention />
      <ProjectList filter={filter} business={business} />
      <DeletedProjects />
    </Screen>,
  );
}
