import type { ReactNode } from "react";
import { ProjectShell } from "#app/(dashboard)/_kit/project-shell.tsx";

export default async function Layout({
  params,
  children,
}: {
  params: Promise<{ project: string }>;
  children: ReactNode;
}) {
  return <ProjectShell slug={(await params).project}>{children}</ProjectShell>;
}
