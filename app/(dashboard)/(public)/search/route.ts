import { redirect } from "next/navigation";
import { withQuery } from "#components/api-client.ts";
import { paths } from "#lib/paths.ts";

/** Addresses of a search for projects go on working: they lead to the public projects. */
export function GET(request: Request): never {
  const q = new URL(request.url).searchParams.get("q") ?? undefined;
  redirect(withQuery(paths.publicProjects(), { q }));
}
