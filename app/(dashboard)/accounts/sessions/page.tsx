import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readSessions } from "#app/api/v3/account/sessions/route.ts";
import { sessionsResource } from "#components/accounts/api.ts";
import { EndOtherSessions, SessionList } from "#components/accounts/session-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Sessions" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.sessions());
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(sessionsResource(offset), readSessions);
  return preload.around(
    <Screen
      title="Sessions"
      description="Where you are logged in. End what you do not recognise, then change your password."
      actions={<EndOtherSessions />}
    >
      <SessionList offset={offset} />
    </Screen>,
  );
}
