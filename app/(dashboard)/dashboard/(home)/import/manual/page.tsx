import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readOrganizations } from "#app/api/v3/organizations/route.ts";
import { organizationsResource } from "#components/accounts/api.ts";
import { ImportForm } from "#components/projects/import-form.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Import project" };

export default async function Page() {
  await requireViewer(paths.importManually());
  const business = env.EDITION === "business";
  const preload = new Preload();
  if (business) await preload.get(organizationsResource(), readOrganizations);
  return preload.around(
    <Screen
      title="Import project"
      width="form"
      description="Lectern clones the repository, builds its documentation and shows you the build as it runs."
    >
      <ImportForm
        business={business}
        docsScheme={new URL(env.DASHBOARD_URL).protocol.replace(":", "")}
        docsDomain={env.DOCS_DOMAIN}
      />
    </Screen>,
  );
}
