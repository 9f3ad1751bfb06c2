import type { Metadata } from "next";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { findViewer } from "#app/(dashboard)/_kit/viewer.ts";
import { GET as readInvitation } from "#app/api/v3/invitations/[token]/route.ts";
import { invitationResource } from "#components/organizations/api.ts";
import { Invitation } from "#components/organizations/invitation.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { getSignUp } from "#lib/instance/queries.ts";
import { paths } from "#lib/paths.ts";

/** The address holds the secret of the invitation: no page that follows learns it. */
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const preload = new Preload();
  const invitation = await preload.find(invitationResource(token), readInvitation);
  const viewer = await findViewer();
  const { mode } = await getSignUp();
  return preload.around(
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Invitation
      </h1>
      {invitation ? (
        <Invitation token={token} username={viewer?.username ?? null} canSignUp={mode !== "closed"} />
      ) : (
        <div className="space-y-4">
          <Callout tone="warning" title="This invitation is not valid">
            It may have run out, been withdrawn or been answered already. Ask the person who invited you to
            send it again.
          </Callout>
          {viewer ? (
            <ButtonLink href={paths.projects()}>Go to your projects</ButtonLink>
          ) : (
            <ButtonLink href={paths.login()}>Log in</ButtonLink>
          )}
        </div>
      )}
    </>,
  );
}
