import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { requireViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readEmails } from "#app/api/v3/account/emails/route.ts";
import { emailsResource } from "#components/accounts/api.ts";
import { AddEmail, EmailList } from "#components/accounts/email-list.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "E-mail addresses" };

export default async function Page() {
  await requireViewer(paths.emails());
  const business = env.EDITION === "business";
  const mailed = env.SMTP_URL !== undefined;
  const preload = new Preload();
  await preload.get(emailsResource(), readEmails);
  return preload.around(
    <Screen
      title="E-mail addresses"
      width="form"
      description={`Mail goes to the main one. Every confirmed one logs in${business ? " and receives invitations" : ""}.`}
    >
      {!mailed && (
        <Callout tone="warning" title="This server sends no mail">
          Links that confirm an address are kept in a folder of the server. Whoever runs it can hand you
          yours.
        </Callout>
      )}
      <EmailList mailed={mailed} business={business} />
      <AddEmail mailed={mailed} />
    </Screen>,
  );
}
