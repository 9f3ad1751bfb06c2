"use client";

import { Close, Content, Overlay, Portal, Root, Title } from "@radix-ui/react-dialog";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** Asks for the place of a redirect in its list, counted from 1. */
export default function PositionDialog({
  name,
  position,
  count,
  onMove,
  onClose,
}: {
  name: string;
  position: number;
  count: number;
  onMove: (position: number) => void;
  /** Also gives the focus back. */
  onClose: () => void;
}) {
  const field = useId();
  const [typed, setTyped] = useState(String(position + 1));
  const [refused, setRefused] = useState(false);
  const move = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = Number(typed);
    const fits = Number.isInteger(wanted) && wanted >= 1 && wanted <= count;
    setRefused(!fits);
    if (!fits) return;
    onClose();
    onMove(wanted - 1);
  };
  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fixed top-1/2 left-1/2 z-50 w-[min(24rem,calc(100vw-2rem))] -translate-1/2 rounded-dialog border bg-surface p-5 shadow-float"
        >
          <form onSubmit={move} noValidate className="space-y-4">
            <Title className="text-section font-semibold break-all">Move {name}</Title>
            <div>
              <label htmlFor={field} className="mb-1 block font-medium">
                Position, 1 to {count}
              </label>
              <input
                id={field}
                inputMode="numeric"
                value={typed}
                aria-invalid={refused || undefined}
                aria-describedby={refused ? `${field}-error` : undefined}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setRefused(false);
                }}
                className="h-9 w-24 rounded-control border border-control bg-surface px-2.5 tabular-nums aria-invalid:border-danger pointer-coarse:h-11"
              />
              {refused && (
                <p id={`${field}-error`} role="alert" className="mt-1 text-meta font-medium text-danger">
                  Enter a whole number from 1 to {count}.
                </p>
              )}
            </div>
            <div className="flex flex-wrap justify-end gap-2">
              <Close asChild>
                <Button look="ghost">Cancel</Button>
              </Close>
              <Button type="submit" look="primary">
                Move
              </Button>
            </div>
          </form>
        </Content>
      </Portal>
    </Root>
  );
}
