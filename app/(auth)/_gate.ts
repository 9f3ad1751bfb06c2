import { redirect } from "next/navigation";
import { sessionActor } from "#lib/auth/page.ts";
import { paths, safeNext } from "#lib/paths.ts";

export type NextSearch = Promise<{ next?: string | string[] }>;

/** Where to go after signing in; somebody who is signed in goes there at once. */
export async function nextPage(search: NextSearch): Promise<string | null> {
  const { next } = await search;
  const target = safeNext(Array.isArray(next) ? next.at(-1) : next);
  const actor = await sessionActor();
  if (actor.kind === "user") redirect(target ?? paths.projects());
  return target;
}
