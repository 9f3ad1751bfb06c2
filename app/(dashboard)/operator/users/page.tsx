import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { flagIn, offsetIn, type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readUsers } from "#app/api/v3/operator/users/route.ts";
import { type UsersFilter, usersResource } from "#components/operator/api.ts";
import { UserList } from "#components/operator/user-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Accounts" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { username } = await requireViewer(paths.operatorUsers());
  const search = await searchParams;
  const q = textIn(search, "q");
  const active = flagIn(search, "active");
  const offset = offsetIn(search);
  const filter: UsersFilter = {
    ...(q && { q }),
    ...(active !== undefined && { active }),
    ...(offset > 0 && { offset }),
  };
  const preload = new Preload();
  await preload.get(usersResource(filter), readUsers);
  return preload.around(
    <Screen title="Accounts" description="Everybody who has an account on this server.">
      <UserList filter={filter} me={username} />
    </Screen>,
  );
}
