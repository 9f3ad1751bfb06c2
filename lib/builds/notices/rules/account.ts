import { type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

/** What people should know of their own account. */
export const accountWordings = {
  "core:email:validation-pending": warning(
    "Your address is not confirmed yet",
    "Open the link made for {address} to show that the address is yours; until then, somebody else may claim it. If no mail has come, look under E-mail addresses.",
  ),
} satisfies Record<string, Wording>;
