import type { ReactNode } from "react";
import { PublicShell } from "#app/(dashboard)/_kit/public-shell.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <PublicShell>{children}</PublicShell>;
}
