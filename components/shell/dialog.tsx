"use client";

import * as Modal from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useReturnFocus } from "./return-focus.ts";

const widths = {
  narrow: "w-[min(26rem,calc(100vw-2rem))]",
  medium: "w-[min(32rem,calc(100vw-2rem))]",
  wide: "w-[min(36rem,calc(100vw-2rem))]",
};

/** What closes a dialog without doing what it asks for. */
export const DialogClose = Modal.Close;

/** A dialog in the middle of the page, open as long as it is drawn. Afterwards the focus is back where it came from. */
export function Dialog({
  title,
  description,
  width = "wide",
  stays = false,
  onClose,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Neither Escape nor a press outside closes it. */
  stays?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  const guard = (event: Event): void => {
    if (stays) event.preventDefault();
  };
  return (
    <Modal.Root open onOpenChange={(open) => !open && onClose()}>
      <Modal.Portal>
        <Modal.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Modal.Content
          {...(description === undefined && { "aria-describedby": undefined })}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={guard}
          onPointerDownOutside={guard}
          onInteractOutside={guard}
          className={clsx(
            "fixed top-1/2 left-1/2 z-50 max-h-[90dvh] -translate-1/2 space-y-4 overflow-auto rounded-dialog border bg-surface p-5 shadow-float",
            widths[width],
          )}
        >
          <Modal.Title className="text-section font-semibold break-words">{title}</Modal.Title>
          {description !== undefined && (
            <Modal.Description asChild>
              <div className="text-muted">{description}</div>
            </Modal.Description>
          )}
          {children}
        </Modal.Content>
      </Modal.Portal>
    </Modal.Root>
  );
}
