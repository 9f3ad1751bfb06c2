import type { ReactNode } from "react";
import { HomeShell } from "#app/(dashboard)/_kit/home-shell.tsx";

export default async function Layout({
  params,
  children,
}: {
  params: Promise<{ organization: string }>;
  children: ReactNode;
}) {
  return <HomeShell crumb={(await params).organization}>{children}</HomeShell>;
}
