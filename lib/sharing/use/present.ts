import { stringify } from "csv-stringify/sync";
import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { dayOf, daysAfter } from "#lib/sharing/rules/lifetime.ts";
import type { StoredAccess, Use } from "#lib/sharing/use/queries.ts";
import type { AccessJson, UseJson } from "#lib/sharing/use/schema.ts";

const keys = ["sessions", "pages", "downloads", "refused"] as const;
type Counts = Record<(typeof keys)[number], number>;
type Sums = Partial<Record<keyof Counts, number | null>>;

const countsOf = (sums: Sums = {}): Counts => ({
  sessions: sums.sessions ?? 0,
  pages: sums.pages ?? 0,
  downloads: sums.downloads ?? 0,
  refused: sums.refused ?? 0,
});

const total = (all: readonly Counts[]): Counts => {
  const sum = countsOf();
  for (const counts of all) for (const key of keys) sum[key] += counts[key];
  return sum;
};

/** How a share was used, as the API shows it. */
export function presentUse({ share, from, to, days, byRecipient, recipients }: Use): UseJson {
  const byDay = new Map(days.map(({ day, _sum }) => [dayOf(day), countsOf(_sum)]));
  const byId = new Map(byRecipient.map((use) => [use.recipientId, use]));
  const everyDay: UseJson["days"] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    everyDay.push({ day, ...(byDay.get(day) ?? countsOf()) });
  }
  const { slug } = share.project;
  return {
    share: share.id,
    from,
    to,
    ...total(everyDay),
    first_used_at: wireDateOrNull(share.firstUsedAt),
    last_used_at: wireDateOrNull(share.lastUsedAt),
    days: everyDay,
    recipients: recipients.map(({ id, name, revokedAt }) => {
      const counts = countsOf(byId.get(id)?._sum);
      const lastDay = byId.get(id)?._max.day;
      return {
        id,
        name,
        revoked: revokedAt !== null,
        ...counts,
        last_used_on: lastDay ? dayOf(lastDay) : null,
      };
    }),
    _links: {
      _self: dashboardUrl(apiPaths.shareUses(slug, share.id)),
      share: dashboardUrl(apiPaths.share(slug, share.id)),
      accesses: dashboardUrl(apiPaths.shareAccesses(slug, share.id)),
      sessions: dashboardUrl(apiPaths.shareSessions(slug, share.id)),
    },
  };
}

/** A single access, as the API shows it. */
export const presentAccess = (row: StoredAccess): AccessJson => ({
  at: wireDate(row.at),
  recipient: row.recipient,
  session: row.sessionId,
  path: row.path,
  granted: row.granted,
  address: row.address,
  client: row.client,
});

const columns = ["at", "recipient", "session", "result", "path", "address", "client"];

/** Accesses as a table, the names of the columns first. Whatever a caller sent, no spreadsheet calculates with it. */
export const formatAccesses = (rows: readonly StoredAccess[]): string =>
  stringify(
    rows.map((row) => [
      wireDate(row.at),
      row.recipient?.name ?? "",
      row.sessionId ?? "",
      row.granted ? "granted" : "refused",
      row.path,
      row.address ?? "",
      row.client,
    ]),
    { header: true, columns, escape_formulas: true },
  );
