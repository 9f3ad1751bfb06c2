"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarPlus, Ellipsis, FileText, Pencil, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Menu, MenuAction, MenuLink } from "#components/ui/menu.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { fetchLink, type Share, useExtendShare, useRevokeShare, useUndoRevoke } from "./api.ts";
import { CopyLink } from "./copy-link.tsx";
import { extensions } from "./extensions.ts";
import { dayText, todayUtc, usedLately } from "./share-words.ts";
import { sessionsResource, shareUseResource } from "./use-api.ts";

type OfShare = { project: string; share: Share };

/** What can be done with a share where it stands in a list. */
export function ShareActions({ project, share }: OfShare) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      {hasLink(share) && (
        <CopyLink
          of={share.description}
          fetchLink={() => fetchLink({ project, share: share.id })}
          onProblem={setProblem}
        />
      )}
      {share.status !== "revoked" && <ExtendMenu project={project} share={share} onProblem={setProblem} />}
      {share.status === "live" && (
        <RevokeButton project={project} share={share} look="ghost" onProblem={setProblem} />
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${share.description}`} />}>
        <MenuLink href={paths.share(project, share.id)} icon={FileText}>
          Details
        </MenuLink>
        {share.status !== "revoked" && (
          <MenuLink href={paths.shareEdit(project, share.id)} icon={Pencil}>
            Edit
          </MenuLink>
        )}
        {share.status === "live" && !share.for_recipients && (
          <MenuLink href={paths.shareReplace(project, share.id)} icon={RefreshCw}>
            Replace secret
          </MenuLink>
        )}
      </Menu>
    </span>
  );
}

type Reporting = OfShare & { onProblem: (problem: string | null) => void };

export const hasLink = (share: Share): boolean =>
  share.status === "live" && share.access_type !== "http_header_token" && !share.for_recipients;

/** One press adds the length the share was made with; the others are behind it. */
export function ExtendMenu({ project, share, onProblem, named = false }: Reporting & { named?: boolean }) {
  const router = useRouter();
  const extend = useExtendShare(project);
  const run = (days: number): void => {
    // One that has expired leaves its view, and with it the mutation's own callbacks.
    void extend.mutateAsync({ share: share.id, days }).then(
      ({ expires }) => {
        onProblem(null);
        void say(`“${share.description}” ends on ${dayText(expires)}`);
      },
      (error: unknown) => onProblem(errorMessage(error)),
    );
  };
  return (
    <Menu
      trigger={
        named ? (
          <Button small icon={CalendarPlus}>
            Extend
          </Button>
        ) : (
          <IconButton icon={CalendarPlus} label={`Extend ${share.description}`} />
        )
      }
    >
      {extensions(share, todayUtc()).map(({ days, until }) => (
        <MenuAction key={days} icon={CalendarPlus} onSelect={() => run(days)}>
          {share.status === "expired" ? "Reactivate until" : `${days} days more, until`} {dayText(until)}
        </MenuAction>
      ))}
      <MenuAction icon={Pencil} onSelect={() => router.push(paths.shareEdit(project, share.id))}>
        Pick a date
      </MenuAction>
    </Menu>
  );
}

/** The first control of the next row, else of the one before: where the focus goes when this row goes. */
function neighbourOf(element: Element | null): () => void {
  const row = element?.closest("tr");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => {
    const target = next?.isConnected ? next.querySelector<HTMLElement>("a, button") : null;
    (target ?? document.querySelector<HTMLElement>("h1"))?.focus();
  };
}

/** Ends a share. Nobody is asked about one that nobody used lately; within 15 seconds it can be taken back. */
export function RevokeButton({
  project,
  share,
  look = "secondary",
  onProblem,
}: Reporting & { look?: "secondary" | "ghost" }) {
  const revoke = useRevokeShare(project);
  const undo = useUndoRevoke(project);
  const place = useRef<HTMLSpanElement>(null);
  const act = async (): Promise<void> => {
    const moveOn = neighbourOf(place.current);
    await revoke.mutateAsync(share.id);
    setTimeout(moveOn);
    await say(`Revoked “${share.description}”`, () => {
      undo.mutateAsync(share.id).then(
        () => say(`“${share.description}” is back, with the same secret`),
        (error: unknown) => say(`“${share.description}” stays revoked. ${errorMessage(error)}`),
      );
    });
  };
  const name = (
    <>
      Revoke<span className="sr-only"> {share.description}</span>
    </>
  );
  return (
    <span ref={place} className="contents">
      {usedLately(share) ? (
        <ConfirmButton
          small
          look={look}
          icon={Ban}
          question={{
            title: `Revoke “${share.description}”`,
            consequences: <Consequences project={project} share={share} />,
            keep: "Keep share",
            verb: "Revoke share",
            act,
          }}
        >
          {name}
        </ConfirmButton>
      ) : (
        <Button
          small
          look={look}
          icon={Ban}
          pending={revoke.isPending}
          onClick={() => act().catch((error: unknown) => onProblem(errorMessage(error)))}
        >
          {name}
        </Button>
      )}
    </span>
  );
}

const nowMs = 5 * 60_000;

/** How many are hit, as far as that is known by the time somebody reads it. */
function Consequences({ project, share }: OfShare) {
  const at = { project, share: share.id };
  const { data: use } = useQuery(shareUseResource(at, "30"));
  const { data: sessions } = useQuery(sessionsResource(at));
  const today = use?.days.at(-1);
  const reading = sessions?.results.filter(({ last_seen }) => Date.now() - Date.parse(last_seen) < nowMs);
  const readers = reading?.length ?? 0;
  return (
    <p>
      {today && `${today.sessions === 1 ? "1 session" : `${today.sessions} sessions`} today. `}
      {share.last_used_at && (
        <>
          Last used <Time at={share.last_used_at} />.{" "}
        </>
      )}
      {readers === 1 && "1 person reading now loses access with the next click."}
      {readers > 1 && `${readers} people reading now lose access with their next click.`}
      {readers === 0 && "Whoever is reading loses access with the next click."}
    </p>
  );
}
