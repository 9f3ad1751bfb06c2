import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { openProject } from "#lib/projects/queries.ts";

/** What a gate lets through; otherwise 404 for whom it does not exist, the log-in page for a visitor, 403 for everybody else. */
export async function gated<T>(here: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isProblem(error)) throw error;
    if (error.code === "unauthenticated") redirect(paths.login(here));
    if (error.code === "forbidden") forbidden();
    return notFound();
  }
}

/** Gate of a project's managing pages. */
export const requireProjectAdmin = cache((slug: string, here: string) =>
  gated(here, async () => openProject(await sessionActor(), slug, "admin")),
);
