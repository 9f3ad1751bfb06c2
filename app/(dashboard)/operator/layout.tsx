import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { HomeShell } from "#app/(dashboard)/_kit/home-shell.tsx";
import { sessionActor } from "#lib/auth/page.ts";

/** For everybody but superusers there is nothing here, visitors included. */
export default async function Layout({ children }: { children: ReactNode }) {
  const actor = await sessionActor();
  if (actor.kind !== "user" || !actor.superuser) notFound();
  return <HomeShell crumb="Operator">{children}</HomeShell>;
}
