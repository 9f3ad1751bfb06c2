import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readPreferences } from "#app/api/v3/account/preferences/route.ts";
import { preferencesResource } from "#components/accounts/api.ts";
import { PreferencesForm } from "#components/accounts/preferences-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Preferences" };

export default async function Page() {
  await requireViewer(paths.preferences());
  const preload = new Preload();
  await preload.get(preferencesResource(), readPreferences);
  return preload.around(
    <Screen title="Preferences" width="form">
      <PreferencesForm zones={Intl.supportedValuesOf("timeZone")} />
    </Screen>,
  );
}
