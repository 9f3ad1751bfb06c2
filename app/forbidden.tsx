import type { Metadata } from "next";
import { MessagePage } from "#components/shell/message-page.tsx";
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
        <ButtonLink look="primary" href={paths.projects()}>
          Go to your projects
        </ButtonLink>
      }
    >
      <p>
        This page is for people who manage the project.{" "}
        {actor.kind === "user" && `You are signed in as ${actor.username}. `}
        Ask one of its admins for access.
      </p>
    </MessagePage>
  );
}
