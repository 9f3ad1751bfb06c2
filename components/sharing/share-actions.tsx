"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarPlus, Ellipsis, FileText, Pencil, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { nextRowOf } from "#components/shell/next-row.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { MenuButton, type MenuItem } from "#components/ui/menu-button.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { fetchLink, refOf, type Share, useExtendShare, useRevokeShare, useUndoRevoke } from "./api.ts";
import { CopyLink } from "./copy-link.tsx";
import { extensions } from "./extensions.ts";
import { daysText, dayText, todayUtc, usedLately } from "./share-words.ts";
import { sessionsResource, shareUseResource } from "./use-api.ts";

type OfShare = { share: Share };

/** What can be done with a share where it stands in a list. */
export function ShareActions({ share }: OfShare) {
  const { project } = share;
  const [problem, setProblem] = useState<string | null>(null);
  const pages: MenuItem[] = [{ label: "Details", icon: FileText, href: paths.share(project, share.id) }];
  if (share.status !== "revoked")
    pages.push({ label: "Edit", icon: Pencil, href: paths.shareEdit(project, share.id) });
  if (share.status === "live" && !share.for_recipients)
    pages.push({ label: "Replace secret", icon: RefreshCw, href: paths.shareReplace(project, share.id) });
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      {hasLink(share) && (
        <CopyLink of={share.description} fetchLink={() => fetchLink(refOf(share))} onProblem={setProblem} />
      )}
      {share.status !== "revoked" && <ExtendMenu share={share} onProblem={setProblem} />}
      {share.status === "live" && <RevokeButton share={share} look="ghost" onProblem={setProblem} />}
      <MenuButton
        trigger={(rest) => <IconButton icon={Ellipsis} label={`More for ${share.description}`} {...rest} />}
        groups={[pages]}
      />
    </span>
  );
}

type Reporting = OfShare & { onProblem: (problem: string | null) => void };

export const hasLink = (share: Share): boolean =>
  share.can_reveal &&
  share.status === "live" &&
  share.access_type !== "http_header_token" &&
  !share.for_recipients;

/** One press adds the length the share was made with; the others are behind it. */
export function ExtendMenu({ share, onProblem, named = false }: Reporting & { named?: boolean }) {
  const router = useRouter();
  const extend = useExtendShare();
  const run = (days: number | undefined, until: string): void => {
    // One that has expired leaves its view, and with it the mutation's own callbacks.
    void extend.mutateAsync({ ...refOf(share), ...(days === undefined ? {} : { days }) }).then(
      ({ expires }) => {
        onProblem(null);
        const why = expires < until ? ", the longest your organization allows" : "";
        void say(`“${share.description}” ends on ${dayText(expires)}${why}`);
      },
      (error: unknown) => onProblem(errorMessage(error)),
    );
  };
  return (
    <MenuButton
      trigger={(rest) =>
        named ? (
          <Button small icon={CalendarPlus} {...rest}>
            Extend
          </Button>
        ) : (
          <IconButton icon={CalendarPlus} label={`Extend ${share.description}`} {...rest} />
        )
      }
      groups={[
        [
          ...extensions(share, todayUtc()).map(({ days, until }, at) => ({
            label: `${share.status === "expired" ? "Reactivate until" : `${daysText(days)} more, until`} ${dayText(until)}`,
            icon: CalendarPlus,
            onSelect: () => run(at === 0 ? undefined : days, until),
          })),
          {
            label: "Pick a date",
            icon: Pencil,
            onSelect: () => router.push(paths.shareEdit(share.project, share.id)),
          },
        ],
      ]}
    />
  );
}

/** Ends a share. Nobody is asked about one that nobody used lately; within 15 seconds it can be taken back. */
export function RevokeButton({
  share,
  look = "secondary",
  onProblem,
}: Reporting & { look?: "secondary" | "ghost" }) {
  const revoke = useRevokeShare();
  const undo = useUndoRevoke();
  const place = useRef<HTMLSpanElement>(null);
  const act = async (): Promise<void> => {
    const moveOn = nextRowOf(place.current);
    await revoke.mutateAsync(refOf(share));
    moveOn();
    await say(`Revoked “${share.description}”`, () => {
      undo.mutateAsync(refOf(share)).then(
        () => say(`“${share.description}” is back, with the same secret`),
        (error: unknown) => say(`“${share.description}” stays revoked. ${errorMessage(error)}`),
      );
    });
  };
  const command = `Revoke ${share.description}`;
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
          command={command}
          question={{
            title: `Revoke “${share.description}”`,
            consequences: <Consequences share={share} />,
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
          data-command={command}
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
function Consequences({ share }: OfShare) {
  const at = refOf(share);
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
