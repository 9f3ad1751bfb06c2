import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { offsetIn, type Search } from "#app/(dashboard)/_kit/search.ts";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readLog } from "#app/api/v3/account/security-log/route.ts";
import { securityLogResource } from "#components/accounts/api.ts";
import { SecurityLog } from "#components/accounts/security-log.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Security log" };

export default async function Page({ searchParams }: { searchParams: Search }) {
  await requireViewer(paths.securityLog());
  const offset = offsetIn(await searchParams);
  const preload = new Preload();
  await preload.get(securityLogResource(offset), readLog);
  return preload.around(
    <Screen
      title="Security log"
      description="What happened to your account, from where. If something was not you, change your password."
    >
      <SecurityLog offset={offset} />
    </Screen>,
  );
}
