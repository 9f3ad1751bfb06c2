"use client";

import { Cancel, Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-alert-dialog";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { paths } from "#lib/paths.ts";
import { useReturnFocus } from "./return-focus.ts";

/** The session ended while a page was open. What was typed stays until the person chooses to go. */
export default function SignedOutDialog({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 w-[min(26rem,calc(100vw-2rem))] -translate-1/2 space-y-4 rounded-dialog border bg-surface p-5 shadow-float"
        >
          <Title className="text-section font-semibold">You have been signed out</Title>
          <Description className="text-muted">
            This session was ended. Log in again to come back to this page.
          </Description>
          <div className="flex justify-end gap-2">
            <Cancel asChild>
              <Button>Stay on this page</Button>
            </Cancel>
            <ButtonLink look="primary" href={paths.login(location.pathname + location.search)}>
              Log in
            </ButtonLink>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
