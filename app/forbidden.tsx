import type { Metadata } from "next";
import { AnotherAccount } from "#components/accounts/another-account.tsx";
import { MessagePage } from "#components/shell/message-page.tsx";
import { WhoCanHelp } from "#components/shell/who-can-help.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "You cannot do that here" };

export default async function Forbidden() {
  const actor = await sessionActor();
  return (
    <MessagePage
      title="You cannot do that here"
      actions={
        <>
          {actor.kind === "user" && <AnotherAccount next={paths.login()} />}
          <ButtonLink href={paths.projects()}>Go to your projects</ButtonLink>
        </>
      }
    >
      <p>This page is for people who manage what it is about.</p>
      {actor.kind === "user" && (
        <p>
          You are logged in as <strong className="text-text">{actor.username}</strong>. <WhoCanHelp />
        </p>
      )}
    </MessagePage>
  );
}
