"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { paths } from "#lib/paths.ts";
import {
  noticesResource,
  type ProjectWithRights,
  projectResource,
  useDismissNotice,
  useSwitchBuildsOn,
} from "./api.ts";
import { plainText } from "./plain-text.ts";

const tooManyFailures = "project:builds:disabled-due-to-consecutive-failures";
const tones = { error: "danger", warning: "warning", info: "info", note: "info", tip: "info" } as const;

/** What the people of a project should know, on each of its pages. */
export function ProjectNotices({ project: slug }: { project: string }) {
  const { data: project } = useQuery(projectResource(slug));
  const admin = project?.permissions.admin ?? false;
  const { data } = useQuery({ ...noticesResource(slug), enabled: admin });
  const shownThere = saidBy(slug, usePathname());
  const open = admin ? (data?.results ?? []) : [];
  const notices = open.filter(({ message }) => !shownThere?.test(message.id));
  const explained = notices.some(({ message }) => message.id === tooManyFailures);
  const off = project !== undefined && !project.builds_on && !explained;
  if (!project || (notices.length === 0 && !off)) return null;
  return (
    <section aria-label="Notices of the project" className="mb-6 space-y-3">
      {off && <BuildsOff admin={admin} />}
      {notices.map((notice) => (
        <ProjectNotice key={notice.id} project={project} notice={notice} />
      ))}
    </section>
  );
}

/** What a page says itself: that of versions how a sync has ended, those of domains what their DNS lacks. */
function saidBy(project: string, pathname: string): RegExp | null {
  if (pathname === paths.versions(project)) return /^project:(versions|repository):/;
  return pathname.startsWith(paths.domains(project)) ? /^project:domain:/ : null;
}

const BuildsOff = ({ admin }: { admin: boolean }) => (
  <Callout tone="warning" title="Builds are switched off">
    No builds of this project are started; its documentation stays online.
    {admin && " Ask whoever runs this server to switch them on again."}
  </Callout>
);

function ProjectNotice({ project, notice }: { project: ProjectWithRights; notice: Schema<"Notification"> }) {
  const { id, message, dismissable } = notice;
  const switchOn = useSwitchBuildsOn(project.slug);
  const dismiss = useDismissNotice(project.slug);
  const refusal = switchOn.error ?? dismiss.error;
  const aboutDomains = message.id.startsWith("project:domain:");
  const switchable = message.id === tooManyFailures && !project.builds_on;
  return (
    <Callout
      tone={tones[message.type]}
      title={plainText(message.header)}
      actions={
        (switchable || dismissable || aboutDomains) && (
          <>
            {aboutDomains && (
              <ButtonLink small href={paths.domains(project.slug)}>
                Go to domains
              </ButtonLink>
            )}
            {switchable && (
              <Button small pending={switchOn.isPending} onClick={() => switchOn.mutate()}>
                Switch builds on again
              </Button>
            )}
            {dismissable && (
              <Button small pending={dismiss.isPending} onClick={() => dismiss.mutate(id)}>
                Dismiss
              </Button>
            )}
          </>
        )
      }
    >
      {plainText(message.body)}
      {refusal && (
        <p role="alert" className="font-medium text-danger">
          {errorMessage(refusal)}
        </p>
      )}
    </Callout>
  );
}
