"use client";

import { Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { useReturnFocus } from "./return-focus.ts";

/**
 * Shows a secret the one time it can be shown. Escape and a press outside do nothing until it was copied; leaving without
 * copying is a button of its own.
 */
export default function Receipt({
  title,
  description,
  secretLabel,
  secret,
  children,
  onClose,
}: {
  title: string;
  description: ReactNode;
  secretLabel: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const returnFocus = useReturnFocus();
  const guard = (event: Event): void => {
    if (!copied) event.preventDefault();
  };
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={guard}
          onPointerDownOutside={guard}
          onInteractOutside={guard}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(36rem,calc(100vw-2rem))] -translate-1/2 space-y-4 overflow-auto rounded-dialog border bg-surface p-5 shadow-float"
        >
          <Title className="text-section font-semibold break-words">{title}</Title>
          <Description asChild>
            <div className="text-muted">{description}</div>
          </Description>
          <CopyField label={secretLabel} value={secret} onCopied={() => setCopied(true)} />
          {children}
          <div className="flex justify-end">
            <Button look={copied ? "primary" : "ghost"} onClick={onClose}>
              {copied ? "Done" : "Close without copying"}
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
