import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readFactors } from "#app/api/v3/account/two-factor/route.ts";
import { secondFactorsResource } from "#components/accounts/api.ts";
import { TwoFactorScreen } from "#components/accounts/two-factor/two-factor-screen.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Two-factor log-in" };

export default async function Page() {
  await requireViewer(paths.twoFactor());
  const preload = new Preload();
  await preload.get(secondFactorsResource(), readFactors);
  return preload.around(
    <Screen
      title="Two-factor log-in"
      description="Somebody who learns your password still does not get in."
      width="form"
    >
      <TwoFactorScreen />
    </Screen>,
  );
}
