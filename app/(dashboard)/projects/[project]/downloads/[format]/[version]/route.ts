import { currentActor } from "#lib/auth/actor.ts";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { docsHosts, findArtifact, findFamily } from "#lib/publishing/queries.ts";
import { formatDownloadUrl, isDownloadFormat } from "#lib/publishing/rules/downloads.ts";
import { callerAsReader, mayRead } from "#lib/sharing/rules.ts";

/**
 * The address that older links to downloads have (spec/serving.md 15). Leads those who may read the version to where it is
 * downloaded today, members by way of their docs host's log-in; for everybody else there is nothing here.
 */
export async function GET(
  request: Request,
  context: { params: Promise<{ project: string; format: string; version: string }> },
): Promise<Response> {
  const { project: slug, format, version: versionSlug } = await context.params;
  const project = /^[\w-]+$/.test(slug) ? (await findFamily(slug))?.project : undefined;
  const version = project?.versions.get(versionSlug);
  if (!isDownloadFormat(format) || !project || !version || version.buildId === null) return missing();
  const { actor } = await currentActor(new Headers(request.headers));
  if (!mayRead(callerAsReader(actor, project.id), project, version, "/")) return missing();
  if ((await findArtifact(version.buildId, format)) === null) return missing();
  const address = formatDownloadUrl(project, { version: version.slug, preview: false, format }, docsHosts);
  if (version.privacy === "public") return redirect(address);
  const { host, pathname } = new URL(address);
  return redirect(`${env.DASHBOARD_URL}${paths.docsLogin(host, pathname)}`);
}

const uncached = { "Cache-Control": "private, no-store" };

const redirect = (location: string): Response =>
  new Response(null, { status: 302, headers: { ...uncached, Location: location } });

const missing = (): Response =>
  new Response("There is no such download.\n", {
    status: 404,
    headers: {
      ...uncached,
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    },
  });
