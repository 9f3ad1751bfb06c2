"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { LeaveGuard } from "#components/shell/leave-guard.tsx";
import { Screen } from "#components/shell/screen.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton, CopyField } from "#components/ui/copy-field.tsx";
import { paths } from "#lib/paths.ts";
import { AddRecipients } from "./add-recipients.tsx";
import type { SavedShare } from "./api.ts";
import { invitationText, linkTo } from "./invitation.ts";
import { Sentence } from "./sentence.tsx";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { linkSnippets, tokenSnippets } from "./snippets.ts";
import { TestCard } from "./test-card.tsx";

type Props = {
  project: Schema<"Project">;
  share: SavedShare;
  /** Whether the main secret is on the clipboard already. */
  copied: boolean;
  /** The name of the snippet to show first. */
  snippet?: string | undefined;
  title?: string;
  /** What the change did to others, above the secrets. */
  note?: ReactNode;
  onAnother?: () => void;
};

const leaving = {
  title: "Leave without copying",
  consequences: <p>Nothing was copied yet. Passwords and tokens are not shown again.</p>,
  keep: "Stay here",
  verb: "Leave without copying",
};

const clipboardNames = { token: "link", password: "link", http_header_token: "token" } as const;

/**
 * What to hand over, right after a share was made or its secret replaced: the only time a password or token can be seen. It lives
 * in this page's memory alone, and leaving before anything was copied asks once.
 */
export function ShareReceipt({
  project,
  share,
  copied: copiedAtOnce,
  snippet,
  title = "Share created",
  note,
  onAnother,
}: Props) {
  const [copied, setCopied] = useState(copiedAtOnce);
  const [page, setPage] = useState("");
  useEffect(() => document.querySelector<HTMLElement>("h1")?.focus(), []);
  const onCopied = (): void => setCopied(true);
  const link = share.url === null ? null : linkTo(share.url, page);
  const token = share.access_type === "http_header_token" ? share.token : null;
  const hasSecret = link !== null || token !== null || share.password !== null;
  const atRisk = hasSecret && !copied;
  return (
    <Screen title={title} width="form">
      {copiedAtOnce && hasSecret && (
        <Callout tone="success" live>
          Copied: the {clipboardNames[share.access_type]} is on your clipboard.
        </Callout>
      )}
      {note}
      <p>
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
      </p>
      {share.for_recipients ? (
        <AddRecipients framed project={project} share={share} onCopied={onCopied} />
      ) : (
        <Card title="Hand it over">
          <div className="space-y-4">
            {link !== null && (
              <Secret label="Link">
                <CopyField label="Link" value={link} onCopied={onCopied} />
                <p className="text-meta text-muted">
                  To see what a recipient sees, open it in a private window.
                </p>
              </Secret>
            )}
            {share.password !== null && (
              <Secret label="Password">
                <CopyField label="Password" value={share.password} secret onCopied={onCopied} />
                <p className="text-meta text-muted">Send link and password by different ways.</p>
              </Secret>
            )}
            {token !== null && (
              <Secret label="Token">
                <CopyField label="Token" value={token} secret onCopied={onCopied} />
              </Secret>
            )}
            {link !== null && <PageBox page={page} onChange={setPage} />}
            {(token !== null || share.password !== null) && (
              <Callout tone="warning">
                This is the only time we show this {token === null ? "password" : "token"}. You can replace it
                later, not read it.
              </Callout>
            )}
            <div>
              <CopyButton
                label="Copy invitation text"
                text={invitationText({
                  project: project.name,
                  documentation: project.urls.documentation,
                  link,
                  password: share.access_type === "password",
                  expires: share.expires,
                })}
              />
            </div>
          </div>
        </Card>
      )}
      {token !== null && (
        <TokenUse
          documentation={project.urls.documentation}
          token={token}
          first={snippet}
          onCopied={onCopied}
        />
      )}
      {share.access_type === "token" && link !== null && snippet !== undefined && (
        <Card title="Send people from your own site">
          <SnippetTabs
            label="Ways to use the link"
            first={snippet}
            snippets={linkSnippets({ documentation: project.urls.documentation, token: null, link })}
            onCopied={onCopied}
          />
        </Card>
      )}
      <TestCard at={{ project: project.slug, share: share.id }} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" href={paths.sharing(project.slug)}>
          Done
        </ButtonLink>
        {onAnother && !atRisk && <Button onClick={onAnother}>Create another like this</Button>}
        {onAnother && atRisk && (
          <ConfirmButton question={{ ...leaving, act: async () => onAnother() }}>
            Create another like this
          </ConfirmButton>
        )}
      </div>
      {atRisk && <LeaveGuard question={leaving} />}
    </Screen>
  );
}

function Secret({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="space-y-1">
      <p className="font-medium">{label}</p>
      {children}
    </div>
  );
}

function PageBox({ page, onChange }: { page: string; onChange: (page: string) => void }) {
  return (
    <label className="block">
      <span className="mb-1 block font-medium">
        Link to a certain page <span className="font-normal text-muted">(optional)</span>
      </span>
      <input
        value={page}
        placeholder="/en/latest/intro.html"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full rounded-control border border-control bg-surface px-2.5 font-mono text-code placeholder:text-muted pointer-coarse:h-11"
      />
    </label>
  );
}

function TokenUse({
  documentation,
  token,
  first,
  onCopied,
}: {
  documentation: string;
  token: string;
  first: string | undefined;
  onCopied: () => void;
}) {
  const [included, setIncluded] = useState(false);
  return (
    <Card title="Use it">
      <div className="space-y-3">
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={included}
            onChange={(event) => setIncluded(event.target.checked)}
            className="size-4 accent-accent pointer-coarse:size-6"
          />
          Include the token
        </label>
        <SnippetTabs
          label="Ways to use the token"
          first={first}
          snippets={tokenSnippets({ documentation, token: included ? token : null, link: null })}
          {...(included ? { onCopied } : {})}
        />
      </div>
    </Card>
  );
}
