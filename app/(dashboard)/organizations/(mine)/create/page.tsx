import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { CreateOrganization } from "#components/organizations/create-organization.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "New organization" };

export default async function Page() {
  if (env.EDITION !== "business") notFound();
  await requireViewer(paths.newOrganization());
  return (
    <Screen title="New organization" width="form" description="You own it and bring the others in.">
      <CreateOrganization />
    </Screen>
  );
}
