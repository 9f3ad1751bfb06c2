import { type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

/** What people should know of their own account. */
export const accountWordings = {
  "core:email:validation-pending": warning(
    "Your address is not confirmed yet",
    "A mail was sent to {address}. Open the link in it to show that the address is yours; until then, somebody else may claim it.",
  ),
} satisfies Record<string, Wording>;
