import { api } from "#components/api-client.ts";
import type { ActivityOf, AuditEvent } from "./api.ts";

/** Who changed something last, and when. */
export type LastChange = { by: string; at: string };

/** How far back it is looked for. */
const events = 20;

const newest = async (of: ActivityOf): Promise<readonly AuditEvent[]> => {
  const page =
    "project" in of
      ? await api.get("/api/v3/projects/{project}/audit/", of, { limit: events })
      : await api.get("/api/v3/organizations/{organization}/audit/", of, { limit: events });
  return page.results;
};

/** A thing of a project, or what an organization has one of: then what was done to it. */
type Changed =
  | { kind: "project" | "version" | "redirect" | "share"; id: number | string }
  | { action: "organization.update" | "share_policy.update" };

const isAbout = (changed: Changed, { action, subject }: AuditEvent): boolean =>
  "action" in changed
    ? action === changed.action
    : subject.kind === changed.kind && subject.id === String(changed.id);

/** Finds in the history who changed this last; null where it does not say, as it is only said beside something else. */
export const lastChangeOf = (of: ActivityOf, changed: Changed) => async (): Promise<LastChange | null> => {
  const found = await newest(of).catch(() => []);
  const event = found.find((event) => event.changes !== null && isAbout(changed, event));
  return event ? { by: event.actor.name, at: event.at } : null;
};
