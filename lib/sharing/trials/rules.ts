import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { isPage } from "#lib/sharing/rules/asides.ts";
import { grantOfSession, grantOfToken, indexShares } from "#lib/sharing/rules/grants.ts";
import { mayRead, type Reader, stranger } from "#lib/sharing/rules.ts";
import type { DocsSecret, SecretKind, ShareType } from "#lib/sharing/schema.ts";
import type { Outcome } from "#lib/sharing/trials/schema.ts";

/** The secret of each type that opens pages; the link of a share by password only leads to where the password is asked for. */
const opening: Readonly<Record<ShareType, SecretKind>> = {
  token: "link",
  password: "password",
  http_header_token: "header_token",
};

/**
 * The reader somebody becomes who uses a share, or a recipient's secret of it, at a moment in milliseconds since 1970: as docs hosts
 * see the project. Null when there is no secret that counts. Without a recipient anybody's secret will do, because all reach the same.
 */
export function readerWith(
  project: Pick<DocsProject, "shares">,
  shareId: number,
  recipientId: number | null,
  now: number,
): Reader | null {
  const share = project.shares.get(shareId);
  if (!share) return null;
  const index = indexShares([project]);
  const asReader = (secret: DocsSecret): Reader | null => {
    const session = { id: "trial", shareId, recipientId: secret.recipientId, secretId: secret.id, host: "" };
    const bound =
      secret.kind === "header_token" ? grantOfToken(index, [secret.key]) : grantOfSession(index, session);
    return bound && now < bound.until ? { ...stranger, shareGrants: [bound.grant] } : null;
  };
  for (const secret of share.secrets) {
    if (secret.kind !== opening[share.type]) continue;
    if (recipientId !== null && secret.recipientId !== recipientId) continue;
    const reader = asReader(secret);
    if (reader) return reader;
  }
  return null;
}

/** As many pages of a version are named. */
const mostPaths = 20;

export interface Reach {
  readonly outcome: Outcome;
  /** Null where nobody looked at the pages. */
  readonly pages: number | null;
  readonly reached: number | null;
  /** Below the version, beginning with `/`; some of those that are reached. */
  readonly paths: readonly string[];
}

/** What a reader gets of a version, page by page; by its start alone where its files are not given. `files` are paths as in a manifest. */
export function reachOf(
  reader: Reader,
  project: Pick<DocsProject, "id" | "readers">,
  version: DocsVersion,
  files: readonly string[] | null,
): Reach {
  if (version.buildId === null) return { outcome: "not_published", pages: 0, reached: 0, paths: [] };
  const asked = (path: string): boolean => mayRead(reader, project, version, path);
  const pages = files?.filter(isPage).map((path) => `/${path}`);
  const reached = pages?.map((path) => waysTo(path).find(asked)).filter((path) => path !== undefined);
  const isWhole = pages && reached && pages.length > 0 ? reached.length === pages.length : asked("/");
  const outcome = isWhole ? "covered" : reached?.length ? "some_pages" : "not_included";
  return {
    outcome: version.privacy === "public" ? "public" : outcome,
    pages: pages?.length ?? null,
    reached: reached?.length ?? null,
    paths: reached?.slice(0, mostPaths) ?? [],
  };
}

/** A page is asked for by its folder where it is the first of it, and by its own name. */
const waysTo = (path: string): string[] =>
  path.endsWith("/index.html") ? [path.slice(0, -"index.html".length), path] : [path];
