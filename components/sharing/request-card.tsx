"use client";

import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { useAnswerRequest } from "./requests-api.ts";
import { daysText, dayText } from "./share-words.ts";

/** Who asks for more time, and the answers to it. */
export default function RequestCard({
  project,
  requests,
}: {
  project: string;
  requests: Schema<"ExtensionRequestPage">;
}) {
  return (
    <Card title={`Asked for more time (${requests.count})`} flush>
      <ul>
        {requests.results.map((request) => (
          <Request key={request.id} project={project} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function Request({ project, request }: { project: string; request: Schema<"ExtensionRequest"> }) {
  const answer = useAnswerRequest(project);
  const { share, email, recipient, note, created } = request;
  const give = (outcome: "extended" | "declined"): void => {
    // The row is gone by then, so the mutation's own callbacks would not run; its refusal is shown below.
    answer.mutateAsync({ request: request.id, outcome }).then(
      (handled) =>
        say(
          outcome === "extended"
            ? `“${share.description}” ends on ${dayText(handled.share.expires)}`
            : `Declined the request of ${email}`,
        ),
      () => undefined,
    );
  };
  return (
    <li className="space-y-2 border-t px-4 py-3 first:border-t-0">
      <p className="break-words">
        <strong className="break-all">{email}</strong>
        {recipient && (
          <>
            {" "}
            (<bdi>{recipient.name}</bdi>)
          </>
        )}{" "}
        asked <Time at={created} /> for more time with{" "}
        <Link className="link" dir="auto" href={paths.share(project, share.id)}>
          {share.description}
        </Link>
        , which ended on {dayText(share.expires)}.
      </p>
      {note && (
        <p dir="auto" className="break-words text-muted">
          {note}
        </p>
      )}
      {answer.error && (
        <Callout tone="danger" live>
          {errorMessage(answer.error)}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button small look="primary" pending={answer.isPending} onClick={() => give("extended")}>
          Extend {daysText(share.length_days)}
          <span className="sr-only"> for {email}</span>
        </Button>
        <Button small look="ghost" onClick={() => give("declined")}>
          Decline<span className="sr-only"> {email}</span>
        </Button>
      </div>
    </li>
  );
}
