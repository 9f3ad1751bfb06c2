import { clock } from "#lib/platform/clock.ts";
import { wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { encodePath, formatDocsPath, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import type { Share, ShareRow } from "#lib/sharing/queries.ts";
import { landingOf } from "#lib/sharing/rules/landing.ts";
import type { SavedShareJson, ShareJson } from "#lib/sharing/schema.ts";
import type { IssuedSecrets } from "#lib/sharing/secrets/commands.ts";

/** Whose secrets are shown: a share, or one of its recipients. */
interface Holder {
  readonly secrets: readonly Pick<ShareRow["secrets"][number], "kind" | "prefix" | "validUntil">[];
  readonly link: string | null;
}

type MarksJson = Pick<ShareJson, "token_prefix" | "old_secret_until">;
type SecretsJson = MarksJson & Pick<ShareJson, "token" | "url">;

/** What can be seen of secrets at any time. */
export const presentSecrets = (share: Share, { secrets, link }: Holder): SecretsJson => ({
  token: share.accessType === "token" ? link : null,
  url: link === null ? null : shareUrl(share, link),
  ...presentMarks({ secrets }),
});

/** How the current secret is recognised, and until when an old one goes on. */
export function presentMarks({ secrets }: Pick<Holder, "secrets">): MarksJson {
  const now = clock.now();
  const current = secrets.find(({ kind, validUntil }) => kind !== "password" && validUntil === null);
  const ends = secrets.flatMap(({ validUntil }) => (validUntil && validUntil > now ? [validUntil] : []));
  const lastEnd = ends.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
  return { token_prefix: current?.prefix ?? null, old_secret_until: wireDateOrNull(lastEnd) };
}

/** What is told of new secrets, this once; `shown` is what can be seen at any time. */
export const presentIssued = (
  share: Share,
  issued: IssuedSecrets,
  shown: Pick<SecretsJson, "token" | "url">,
): Pick<SavedShareJson, "token" | "url" | "password"> => ({
  token: issued.token ?? (share.accessType === "token" ? issued.link : null) ?? shown.token,
  url: issued.link === null ? shown.url : shareUrl(share, issued.link),
  password: issued.password,
});

/** The link that holds a secret, on the host the project is read on. */
function shareUrl(share: Share, secret: string): string {
  const address = addressOf(share.project);
  const origin = originOf(placeOf(address).root, null, docsHosts());
  const landing = landingOf(share.scope, share.site.versions, share.project.defaultVersion);
  const next = share.landingPath ?? (landing && encodePath(formatDocsPath(address, landing)));
  return `${origin}/_/sharing/${secret}${next === null ? "" : `?${new URLSearchParams({ next })}`}`;
}
