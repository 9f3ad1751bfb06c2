import type { ReactNode } from "react";
import { OrganizationShell } from "#app/(dashboard)/_kit/organization-shell.tsx";

export default async function Layout({
  params,
  children,
}: {
  params: Promise<{ organization: string }>;
  children: ReactNode;
}) {
  return <OrganizationShell slug={(await params).organization}>{children}</OrganizationShell>;
}
