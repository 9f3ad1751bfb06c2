"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Deadline, Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import {
  type Domain,
  type DomainRef,
  domainResource,
  domainsResource,
  useCheckDomain,
  useUpdateDomain,
} from "./api.ts";
import { DnsTable } from "./dns-table.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { DomainStateChip } from "./domain-state.tsx";
import { DomainSteps } from "./domain-steps.tsx";
import { isSettled, providerHint, stepsOf } from "./domain-words.ts";
import { RemoveDomain } from "./remove-domain.tsx";

const lookEveryMs = 10_000;
const lookForMs = 10 * 60_000;

/** True for the first ten minutes after the page was opened, and again after each press of “Check now”. */
function useWatching(): [watching: boolean, again: () => void] {
  const [round, setRound] = useState(0);
  const [ended, setEnded] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setEnded(round), lookForMs);
    return () => clearTimeout(timer);
  }, [round]);
  return [ended !== round, () => setRound(round + 1)];
}

/** One domain: the records it needs and what DNS says of them, how far it is, and what it does. */
export function DomainScreen({ at, business }: { at: DomainRef; business: boolean }) {
  const router = useRouter();
  const [watching, watchAgain] = useWatching();
  const { data: domain } = useQuery({
    ...domainResource(at),
    refetchInterval: (query) =>
      watching && query.state.data && !isSettled(query.state.data) ? lookEveryMs : false,
  });
  if (!domain) return null;
  const { project, domain: host, state, verify_by } = domain;
  return (
    <Screen
      title={<span className="wrap-anywhere">{host}</span>}
      mark={
        <>
          <DomainStateChip state={state} />
          {domain.canonical && <Chip tone="info">Canonical</Chip>}
        </>
      }
      actions={
        <>
          {state === "verified" && (
            <a
              href={`${domain.https ? "https" : "http"}://${host}/`}
              className="link inline-flex items-center gap-1"
            >
              Open
              <ExternalLink className="size-3.5" aria-hidden="true" />
            </a>
          )}
          <RemoveDomain
            domain={domain}
            business={business}
            onRemoved={() => router.push(paths.domains(project))}
          />
        </>
      }
    >
      {state === "expired" && (
        <Callout tone="warning" title="The proof was not there in time.">
          Add the record below and check again: that starts another 30 days.
        </Callout>
      )}
      <Card
        title="DNS records"
        description={
          state === "verified"
            ? undefined
            : `${providerHint(domain.provider)} One of CNAME and TXT is enough.`
        }
        actions={<CheckNow at={at} onAsked={watchAgain} />}
        flush
      >
        <DnsTable records={domain.records} />
        <p className="border-t px-4 py-2.5 text-meta text-muted" role="status">
          {domain.last_check ? (
            <>
              Looked at <Time at={domain.last_check} />.{" "}
            </>
          ) : (
            "Nobody has looked yet. "
          )}
          {isSettled(domain)
            ? "All is well; it is looked at once a day."
            : watching
              ? "This page shows what is new by itself."
              : "This page has stopped following. Check now to go on."}
        </p>
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Progress">
          <DomainSteps steps={stepsOf(domain)} />
          {state === "pending" || state === "failed" ? (
            <p className="mt-4 border-t pt-3 text-meta text-muted">
              The proof must be there before <Deadline at={verify_by} />. DNS may take some hours to tell a
              change everywhere.
            </p>
          ) : null}
        </Card>
        <Canonical domain={domain} />
      </div>
      <div className="max-w-[640px]">
        <DomainSettings domain={domain} />
      </div>
    </Screen>
  );
}

function CheckNow({ at, onAsked }: { at: DomainRef; onAsked: () => void }) {
  const check = useCheckDomain(at);
  return (
    <>
      {check.error && (
        <span role="alert" className="text-meta text-danger">
          {errorMessage(check.error)}
        </span>
      )}
      <Button
        small
        icon={RefreshCw}
        pending={check.isPending}
        onClick={() => {
          onAsked();
          check.mutate(undefined, { onSuccess: () => void say("DNS is being looked at") });
        }}
      >
        Check now
      </Button>
    </>
  );
}

/** The mark that makes all other addresses redirect here. */
function Canonical({ domain }: { domain: Domain }) {
  const { project, domain: host, canonical } = domain;
  const { data: domains } = useQuery(domainsResource(project));
  const update = useUpdateDomain({ project, domain: domain.id });
  const holder = domains?.results.find((other) => other.canonical && other.id !== domain.id);
  const move = async (): Promise<void> => {
    await update.mutateAsync({ canonical: !canonical, move_canonical: !canonical });
    void say(canonical ? `${host} is not canonical any more` : `${host} is canonical`);
  };
  return (
    <Card title="Canonical domain">
      <p className="mb-3 text-muted">
        {canonical
          ? "Links lead here, and pages at the project's other addresses redirect here once it is verified and served over HTTPS."
          : "The canonical domain is the one links lead to and other addresses redirect to. There is one per project."}
      </p>
      <ConfirmButton
        small
        question={
          canonical
            ? {
                title: `Should ${host} not be canonical?`,
                consequences: (
                  <p>
                    Nothing redirects here any more: every address of the project shows its pages itself, and
                    links lead to the platform's address.
                  </p>
                ),
                keep: "Keep it canonical",
                verb: "Take the mark away",
                act: move,
              }
            : {
                title: `Make ${host} canonical?`,
                consequences: (
                  <p>
                    {holder ? (
                      <>The mark moves here from {holder.domain}, which redirects here then. </>
                    ) : null}
                    {domain.state === "verified"
                      ? "Other addresses redirect here at once."
                      : "Other addresses redirect here as soon as the domain is verified."}
                  </p>
                ),
                keep: "Leave it as it is",
                verb: "Make canonical",
                act: move,
              }
        }
      >
        {canonical ? "Take the mark away…" : "Make canonical…"}
      </ConfirmButton>
    </Card>
  );
}
