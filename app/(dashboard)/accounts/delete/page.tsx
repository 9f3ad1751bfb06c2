import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readDeletion } from "#app/api/v3/account/deletion/route.ts";
import { deletionResource } from "#components/accounts/api.ts";
import { DeleteAccount } from "#components/accounts/delete-account.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Delete account" };

export default async function Page() {
  const { username } = await requireViewer(paths.accountDelete());
  const preload = new Preload();
  await preload.get(deletionResource(), readDeletion);
  return preload.around(
    <Screen title="Delete your account" width="form">
      <DeleteAccount username={username} business={env.EDITION === "business"} />
    </Screen>,
  );
}
