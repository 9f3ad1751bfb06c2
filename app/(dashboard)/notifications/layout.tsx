import type { ReactNode } from "react";
import { HomeShell } from "#app/(dashboard)/_kit/home-shell.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <HomeShell crumb="Inbox">{children}</HomeShell>;
}
