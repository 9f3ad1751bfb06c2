/** What an event of the history is about, so that a long one can be narrowed (dashboard.md 2.13). */
export const auditKinds = ["people", "access", "share", "version", "build", "domain", "settings"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** How the actions of each kind begin; whatever else there is counts as settings. */
export const actionsOf: Readonly<Record<Exclude<AuditKind, "settings">, readonly string[]>> = {
  people: ["team.", "invitation.", "organization.owner.", "organization.member.", "project.maintainer."],
  access: ["session.", "docs_session.", "account.", "token."],
  share: ["share.", "share_", "extension_request."],
  version: ["version."],
  build: ["build.", "build-caches."],
  domain: ["domain."],
};

/** The kind of an action such as `share.revoke`. */
export function auditKindOf(action: string): AuditKind {
  const found = auditKinds.find(
    (kind) => kind !== "settings" && actionsOf[kind].some((start) => action.startsWith(start)),
  );
  return found ?? "settings";
}
