"use client";

import { MessagePage } from "#components/shell/message-page.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-field.tsx";
import { paths } from "#lib/paths.ts";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <MessagePage
      title="This page could not be shown"
      actions={
        <>
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href={paths.projects()}>Go to your projects</ButtonLink>
        </>
      }
    >
      {/* What fails in the browser only is written down by nobody. */}
      <p>The fault is on our side{error.digest && ", and it was written down"}.</p>
      {error.digest && (
        <p className="flex flex-wrap items-center gap-2">
          Reference <code>{error.digest}</code> <CopyButton text={error.digest} label="Copy reference" />
        </p>
      )}
    </MessagePage>
  );
}
