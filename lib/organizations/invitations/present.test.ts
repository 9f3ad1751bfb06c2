import { expect, test } from "vitest";
import { invitationMail } from "#lib/organizations/invitations/present.ts";

test("names with line breaks add no header and no sentence of ours to the mail", () => {
  const { subject, text } = invitationMail(
    {
      organization: { name: "Acme\r\nBcc: x@example.org\n\nYour password ran out." },
      inviter: { username: "ann" },
      message: "Hi\nthere",
      asOwner: false,
      teams: [{ team: { name: "Docs\u2028Log in here" } }],
    },
    "token",
  );
  expect(subject).toBe("Invitation to Acme Bcc: x@example.org Your password ran out.");
  expect(text.split(/[\r\n\u2028]/).slice(0, 6)).toEqual([
    "Hello,",
    "",
    "ann invites you to the documentation of Acme Bcc: x@example.org Your password ran out. as a member of: Docs Log in here.",
    "",
    "> Hi",
    "> there",
  ]);
});
