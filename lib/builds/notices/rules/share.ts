import { info, type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

/** What whoever shares documentation should know of a share (spec/service.md, Private sharing). */
export const shareWordings = {
  "project:share:first-use": info(
    "A share was used for the first time",
    "Somebody has opened “{share}” of {project}. Sharing shows what they read.",
  ),
  "project:share:ends-soon": warning(
    "A share ends soon",
    "“{share}” of {project} ends on {day}. If people still need it, extend it under Sharing before that.",
  ),
  "project:share:extension-asked": warning(
    "Somebody asks for access again",
    "Somebody with the link of “{share}” in {project}, which ended on {day}, asks for more time, as {email}: extend it, or say no, under Sharing. {note}",
  ),
} satisfies Record<string, Wording>;
