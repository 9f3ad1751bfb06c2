import { kindsOf } from "#lib/sharing/rules/secrets.ts";
import type { SecretKind, ShareType } from "#lib/sharing/schema.ts";

/** How many people a share may have who are not revoked. */
export const mostRecipients = 1_000;

/** The secrets that are replaced: where there is a password, those the caller names. */
export const replacedKinds = (
  type: ShareType,
  wanted: "password" | "link" | "both",
): readonly SecretKind[] => (type !== "password" || wanted === "both" ? kindsOf[type] : [wanted]);
