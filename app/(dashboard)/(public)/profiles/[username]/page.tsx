import { UserRound } from "lucide-react";
import type { Metadata } from "next";
import { namedIn } from "#app/(dashboard)/_kit/named.ts";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { publicFilterIn } from "#app/(dashboard)/_kit/public-filter.ts";
import type { Search } from "#app/(dashboard)/_kit/search.ts";
import { findViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readProfile } from "#app/api/v3/profiles/[username]/route.ts";
import { GET as readPublicProjects } from "#app/api/v3/public-projects/route.ts";
import { profileResource, publicProjectsResource } from "#components/projects/public-api.ts";
import { PublicProjects } from "#components/projects/public-projects.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";

type Props = { params: Promise<{ username: string }>; searchParams: Search };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: namedIn((await params).username) };
}

export default async function Page({ params, searchParams }: Props) {
  const username = namedIn((await params).username);
  const filter = publicFilterIn(await searchParams);
  const preload = new Preload();
  const person = await preload.get(profileResource(username), readProfile);
  await preload.get(publicProjectsResource(filter, { username }), readPublicProjects);
  const full = `${person.first_name} ${person.last_name}`.trim();
  const own = (await findViewer())?.username === username;
  return preload.around(
    <Screen
      title={<bdi>{username}</bdi>}
      description={
        <>
          {full && (
            <>
              <bdi>{full}</bdi> ·{" "}
            </>
          )}
          Joined <Time at={person.created} />
        </>
      }
      actions={own && <ButtonLink href={paths.profile()}>Edit profile</ButtonLink>}
    >
      <PublicProjects
        path={paths.publicProfile(username)}
        filter={filter}
        of={{ username }}
        empty={
          <EmptyState icon={UserRound} title="No public projects">
            {own
              ? "Public projects you administer are listed here; only people who have a part in an organization's projects are told who does."
              : `There is no public project of ${username} that you may know of.`}
          </EmptyState>
        }
      />
    </Screen>,
  );
}
