import type { Metadata } from "next";
import { nextPage } from "#app/(auth)/_gate.ts";
import { Preload } from "#app/(dashboard)/_kit/preload.tsx";
import { type Search, textIn } from "#app/(dashboard)/_kit/search.ts";
import { GET as readInvitation } from "#app/api/v3/invitations/[token]/route.ts";
import { SignUpForm } from "#components/accounts/sign-up-form.tsx";
import { invitationResource } from "#components/organizations/api.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";
import { getSignUp } from "#lib/instance/queries.ts";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Sign up", referrer: "no-referrer" };

const closed = {
  invited: "Accounts on this server are made by invitation. Ask the person who runs it to invite you.",
  closed: "This server takes no new accounts.",
};

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { mode } = await getSignUp();
  const token = textIn(await searchParams, "invitation");
  const invited = token === undefined ? undefined : await findInvited(token);
  const next = await nextPage(
    invited ? Promise.resolve({ next: paths.invitation(invited.token) }) : searchParams,
  );
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-title font-semibold">
        Sign up
      </h1>
      {mode === "open" || (mode === "invited" && invited) ? (
        <SignUpForm next={next} invited={invited} />
      ) : (
        <Callout>{closed[mode]}</Callout>
      )}
      <p className="mt-6 text-muted">
        Have an account?{" "}
        <Link className="link" href={paths.login(next ?? undefined)}>
          Log in
        </Link>
      </p>
    </>
  );
}

/** The address that the link of an invitation was sent to. */
async function findInvited(token: string): Promise<{ token: string; email: string } | undefined> {
  const invitation = await new Preload().find(invitationResource(token), readInvitation);
  return invitation ? { token, email: invitation.email } : undefined;
}
