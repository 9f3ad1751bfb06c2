import type { Metadata } from "next";
import { LogInHere } from "#components/shell/log-in-here.tsx";
import { MessagePage } from "#components/shell/message-page.tsx";
import { NearProjects } from "#components/shell/near-projects.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sessionActor } from "#lib/auth/page.ts";
import { paths } from "#lib/paths.ts";

export const metadata: Metadata = { title: "Nothing here" };

export default async function NotFound() {
  const actor = await sessionActor();
  const visitor = actor.kind !== "user";
  return (
    <MessagePage
      title="Nothing here"
      actions={
        visitor ? (
          <LogInHere />
        ) : (
          <ButtonLink look="primary" href={paths.projects()}>
            Go to your projects
          </ButtonLink>
        )
      }
    >
      <p>The page does not exist, or it is not for you to see.</p>
      {visitor ? <p>If it is private, log in and you come back here.</p> : <NearProjects />}
    </MessagePage>
  );
}
