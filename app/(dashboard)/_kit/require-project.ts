import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { openProject } from "#lib/projects/queries.ts";

/**
 * Gate of a project's managing pages: 404 for whom the project does not exist, the log-in page for a visitor, 403 for everybody
 * else who may not change it.
 */
export const requireProjectAdmin = cache(async (slug: string, here: string): Promise<void> => {
  try {
    await openProject(await sessionActor(), slug, "admin");
  } catch (error) {
    if (!isProblem(error)) throw error;
    if (error.code === "unauthenticated") redirect(paths.login(here));
    if (error.code === "forbidden") forbidden();
    notFound();
  }
});
