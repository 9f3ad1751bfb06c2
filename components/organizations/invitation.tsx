"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSignOut } from "#components/accounts/sign-in.ts";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Deadline } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { acceptInvitation, declineInvitation, invitationResource } from "./api.ts";

type Received = Schema<"ReceivedInvitation">;

const accessWords = { admin: "change its projects", readonly: "read its projects" } as const;

/** What the link of an invitation leads to, and what whoever looks at it can do with it. */
export function Invitation({
  token,
  username,
  canSignUp,
}: {
  token: string;
  /** Who is signed in, or null. */
  username: string | null;
  canSignUp: boolean;
}) {
  const { data: invitation } = useQuery({ ...invitationResource(token), refetchOnWindowFocus: false });
  const [declined, setDeclined] = useState(false);
  if (!invitation) return null;
  if (declined)
    return (
      <div className="space-y-4">
        <Callout tone="success" live title="You declined">
          Nothing else happens. Should it have been a mistake, ask {invitation.invited_by} to invite you
          again.
        </Callout>
        <ButtonLink href={paths.projects()}>Go to your projects</ButtonLink>
      </div>
    );
  return (
    <div className="space-y-5">
      <Offer invitation={invitation} />
      {username === null ? (
        <Arrival token={token} canSignUp={canSignUp} />
      ) : invitation.for_you ? (
        <Answer token={token} onDecline={() => setDeclined(true)} />
      ) : (
        <OtherAccount token={token} username={username} email={invitation.email} />
      )}
    </div>
  );
}

function Offer({ invitation }: { invitation: Received }) {
  const { organization, teams } = invitation;
  return (
    <>
      <p>
        <strong>{invitation.invited_by}</strong> invites <strong>{invitation.email}</strong> to{" "}
        <strong>{organization.name}</strong>.
      </p>
      {invitation.message && (
        <blockquote className="border-l-2 border-control pl-3 break-words whitespace-pre-wrap text-muted">
          {invitation.message}
        </blockquote>
      )}
      <ul className="list-disc space-y-1 pl-5">
        {invitation.as_owner && <li>As an owner: manage the organization and all its projects</li>}
        {teams.map(({ slug, name, access }) => (
          <li key={slug}>
            Team {name}: {accessWords[access]}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        You can answer until <Deadline at={invitation.expires_at} />.
      </p>
    </>
  );
}

/** For somebody who is not signed in yet. */
function Arrival({ token, canSignUp }: { token: string; canSignUp: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink look="primary" href={paths.login(paths.invitation(token))}>
        Log in to answer
      </ButtonLink>
      {canSignUp && <ButtonLink href={paths.signUpInvited(token)}>Create an account</ButtonLink>}
    </div>
  );
}

function Answer({ token, onDecline }: { token: string; onDecline: () => void }) {
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    // Everything is loaded anew: the person sees more from now on.
    onSuccess: () => location.assign(paths.projects()),
  });
  const decline = useMutation({ mutationFn: () => declineInvitation(token), onSuccess: onDecline });
  const error = accept.error ?? decline.error;
  const busy = accept.isPending || decline.isPending;
  return (
    <div className="space-y-3">
      {error && (
        <Callout tone="danger" live>
          {errorMessage(error)}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" pending={busy} onClick={() => accept.mutate()}>
          Accept
        </Button>
        <Button pending={busy} onClick={() => decline.mutate()}>
          Decline
        </Button>
      </div>
    </div>
  );
}

/** For somebody whose account does not have the address. */
function OtherAccount({ token, username, email }: { token: string; username: string; email: string }) {
  const signOut = useSignOut(paths.invitation(token));
  return (
    <Callout
      tone="warning"
      title={`You are logged in as ${username}`}
      actions={
        <Button small onClick={signOut}>
          Use another account
        </Button>
      }
    >
      This invitation is for {email}, which is not an address of this account.
    </Callout>
  );
}
