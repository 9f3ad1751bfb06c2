import type { Metadata } from "next";
import { RequestReset } from "#components/accounts/password-forms.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";

export const metadata: Metadata = { title: "Forgot your password" };

export default function Page() {
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Forgot your password
      </h1>
      <div className="mb-4">
        {env.SMTP_URL === undefined ? (
          <Callout tone="warning" title="This server sends no mail">
            Ask for a link with which you choose a new password. It is kept in a folder of the server; whoever
            runs it can hand it to you.
          </Callout>
        ) : (
          <p className="text-muted">We mail you a link with which you choose a new one.</p>
        )}
      </div>
      <RequestReset mailed={env.SMTP_URL !== undefined} />
      <p className="mt-6 text-muted">
        <Link className="link" href={paths.login()}>
          Back to log in
        </Link>
      </p>
    </>
  );
}
