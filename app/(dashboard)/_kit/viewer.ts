import { redirect } from "next/navigation";
import type { Viewer } from "#components/shell/frame.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";

/** Who looks at the page, or null. */
export async function findViewer(): Promise<Viewer> {
  const actor = await sessionActor();
  return actor.kind === "user" ? { username: actor.username } : null;
}

/** The person looking, or the log-in page, which leads back `here`. */
export async function requireViewer(here: string): Promise<NonNullable<Viewer>> {
  return (await findViewer()) ?? redirect(paths.login(here));
}
