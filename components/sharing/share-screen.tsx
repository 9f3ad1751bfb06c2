"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { projectResource } from "#components/projects/api.ts";
import { Screen } from "#components/shell/screen.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Time } from "#components/ui/time.tsx";
import { paths } from "#lib/paths.ts";
import { AddRecipients } from "./add-recipients.tsx";
import { fetchLink, type Share, type ShareRef, shareResource } from "./api.ts";
import { RecipientsCard } from "./recipients-card.tsx";
import { Sentence } from "./sentence.tsx";
import { ExtendMenu, hasLink, RevokeButton } from "./share-actions.tsx";
import { ShareStatus } from "./share-status.tsx";
import { typeNames } from "./share-words.ts";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { tokenSnippets } from "./snippets.ts";
import { TestCard } from "./test-card.tsx";
import { UseCards } from "./use-cards.tsx";

/** One share: whom it lets read what, its secret, what came of it. */
export function ShareScreen({ at }: { at: ShareRef }) {
  const { data: project } = useQuery(projectResource(at.project));
  const { data: share } = useQuery(shareResource(at));
  const [problem, setProblem] = useState<string | null>(null);
  if (!project || !share) return null;
  const act = { share, onProblem: setProblem };
  return (
    <Screen
      title={<bdi>{share.description}</bdi>}
      mark={<ShareStatus share={share} />}
      description={
        <Sentence
          parts={{
            type: share.access_type,
            project: project.name,
            allVersions: share.allow_all,
            versions: share.versions,
            patterns: share.version_patterns,
            pathPrefixes: share.path_prefixes,
            expires: share.expires,
            forRecipients: share.for_recipients,
          }}
        />
      }
      actions={
        share.status !== "revoked" && (
          <>
            <ExtendMenu {...act} named />
            <ButtonLink small icon={Pencil} href={paths.shareEdit(at.project, at.share)}>
              Edit
            </ButtonLink>
            {share.status === "live" && <RevokeButton {...act} />}
          </>
        )
      }
    >
      {problem && (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      )}
      {share.for_recipients ? (
        <>
          <RecipientsCard at={at} share={share} />
          {share.status === "live" && (
            <Disclosure title="Add recipients" open={share.recipients === 0}>
              <AddRecipients project={project} share={share} />
            </Disclosure>
          )}
        </>
      ) : (
        <SecretCard at={at} project={project} share={share} />
      )}
      {share.status === "live" && <TestCard at={at} forRecipients={share.for_recipients} />}
      <UseCards at={at} />
    </Screen>
  );
}

function SecretCard({ at, project, share }: { at: ShareRef; project: Schema<"Project">; share: Share }) {
  const isToken = share.access_type === "http_header_token";
  const link = async (): Promise<string> =>
    (await fetchLink(at)) ?? Promise.reject(new Error("This link cannot be shown again."));
  return (
    <Card
      title={typeNames[share.access_type]}
      description={
        <>
          Made by {share.created_by ?? "somebody who left"} <Time at={share.created} />
        </>
      }
      actions={
        share.status === "live" && (
          <>
            {hasLink(share) && <CopyButton text={link} label="Copy link" />}
            <ButtonLink small icon={RefreshCw} href={paths.shareReplace(at.project, at.share)}>
              Replace secret
            </ButtonLink>
          </>
        )
      }
    >
      <div className="space-y-3">
        {share.token_prefix !== null && (
          <p>
            {isToken ? "The token" : "The secret in its link"} begins with <code>{share.token_prefix}</code>.
          </p>
        )}
        {share.access_type !== "token" && (
          <p className="text-muted">
            The {isToken ? "token" : "password"} was shown once. It can be replaced, not read.
          </p>
        )}
        {share.old_secret_until !== null && (
          <p>
            The old secret works until <Time at={share.old_secret_until} />.
          </p>
        )}
        {isToken && (
          <SnippetTabs
            label="Ways to use the token"
            snippets={tokenSnippets({ documentation: project.urls.documentation, token: null, link: null })}
          />
        )}
      </div>
    </Card>
  );
}
