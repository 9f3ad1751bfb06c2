import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireProjectAdmin } from "#app/(dashboard)/_kit/require-project.ts";
import { offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readPeople } from "#app/api/v3/projects/[project]/people/route.ts";
import { peopleResource } from "#components/people/api.ts";
import { PeopleList } from "#components/people/people-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

type Props = { params: Promise<{ project: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `People & teams · ${(await params).project}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { project } = await params;
  if (env.EDITION !== "business") notFound();
  const { organization, privacyLevel } = await requireProjectAdmin(project, paths.people(project));
  if (organization === null) notFound();
  const { username } = await requireViewer(paths.people(project));
  const search = await searchParams;
  const level = textIn(search, "access");
  const filter = {
    q: textIn(search, "q")?.slice(0, 200),
    access: level === "admin" || level === "readonly" ? level : undefined,
    offset: offsetIn(search) || undefined,
  } as const;
  const preload = new Preload();
  await preload.get(peopleResource(project, filter), readPeople);
  return preload.around(
    <Screen
      title="People & teams"
      description="Who can read or change this project, and why."
      actions={
        <ButtonLink href={paths.organizationMembers(organization.slug)}>
          Members of the organization
        </ButtonLink>
      }
    >
      <PeopleList project={project} organization={organization.slug} me={username} filter={filter}>
        <p className="text-meta text-muted">
          People get access by{" "}
          <Link href={paths.organizationTeams(organization.slug)} className="link">
            teams
          </Link>
          .{" "}
          {privacyLevel === "public"
            ? "This project is public: everybody else can read its public versions, too."
            : "People outside the organization read only what is shared with them."}{" "}
          <Link href={paths.sharing(project)} className="link">
            Shares
          </Link>
        </p>
      </PeopleList>
    </Screen>,
  );
}
