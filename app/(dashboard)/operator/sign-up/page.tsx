import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { GET as readSettings } from "#app/api/v3/operator/settings/route.ts";
import { operatorSettingsResource } from "#components/operator/api.ts";
import { SignUpSettings } from "#components/operator/sign-up-settings.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Sign-up" };

export default async function Page() {
  const preload = new Preload();
  await preload.get(operatorSettingsResource(), readSettings);
  return preload.around(
    <Screen title="Sign-up" width="form">
      <SignUpSettings business={env.EDITION === "business"} />
    </Screen>,
  );
}
