"use client";

import { Cancel, Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-alert-dialog";
import type { LastChange } from "#components/audit/last-change.ts";
import type { Choice, Clash } from "#components/form/guarded-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Time } from "#components/ui/time.tsx";
import { useReturnFocus } from "./return-focus.ts";

/** Somebody else changed what is about to be saved: both values, and whose is to stay. */
export default function ConflictDialog({
  clashes,
  who,
  onChoice,
}: {
  clashes: readonly Clash[];
  /** Who it was, where that is known. */
  who: LastChange | null;
  onChoice: (choice: Choice) => void;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Root open onOpenChange={(open) => !open && onChoice("neither")}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(36rem,calc(100vw-2rem))] -translate-1/2 space-y-4 overflow-auto rounded-dialog border bg-surface p-5 shadow-float"
        >
          <Title className="text-section font-semibold">Changed meanwhile</Title>
          <Description className="text-muted">
            {who ? <bdi className="font-medium text-text">{who.by}</bdi> : "Somebody else"} saved{" "}
            {clashes.length === 1 ? "another value" : "other values"}{" "}
            {who ? <Time at={who.at} /> : "while you were editing"}. Nothing of yours was saved yet.
          </Description>
          <dl className="space-y-3">
            {clashes.map(({ label, mine, theirs }) => (
              <div key={label} className="overflow-hidden rounded-card border">
                <dt className="bg-subtle px-3 py-1.5 font-medium">{label}</dt>
                <dd className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-2">
                  <Value whose="Yours" value={mine} />
                  <Value whose="Theirs" value={theirs} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap justify-end gap-2">
            <Cancel asChild>
              <Button look="ghost">Go on editing</Button>
            </Cancel>
            <Button onClick={() => onChoice("theirs")}>Take theirs</Button>
            <Button look="primary" onClick={() => onChoice("mine")}>
              Keep mine
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}

const Value = ({ whose, value }: { whose: string; value: string }) => (
  <div className="min-w-0">
    <span className="block text-meta text-muted">{whose}</span>
    <bdi className="break-words whitespace-pre-wrap">{value || "(empty)"}</bdi>
  </div>
);
