"use client";

import { Cancel, Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-alert-dialog";
import { type FormEvent, useId, useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Question } from "./confirm.tsx";
import { useReturnFocus } from "./return-focus.ts";

/** The dialog of `Confirm`: the safe button has the focus, the other repeats the verb; a refusal stands inside. */
export default function ConfirmDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const field = useId();
  const returnFocus = useReturnFocus();
  const blocked = question.type !== undefined && typed.trim() !== question.type;

  const act = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (pending || blocked) return;
    setPending(true);
    setRefusal(null);
    try {
      await question.act();
      onClose();
    } catch (error) {
      setRefusal(errorMessage(error));
      setPending(false);
    }
  };

  return (
    <Root open onOpenChange={(open) => !open && !pending && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 overflow-auto rounded-dialog border bg-surface p-5 shadow-float"
        >
          <form onSubmit={act} className="space-y-4">
            <Title className="text-section font-semibold break-words">{question.title}</Title>
            <Description asChild>
              <div className="space-y-2 break-words text-muted">{question.consequences}</div>
            </Description>
            {question.type !== undefined && (
              <div>
                <label htmlFor={field} className="mb-1 block">
                  Type <strong className="font-mono text-code break-all">{question.type}</strong> to go on
                </label>
                <input
                  id={field}
                  value={typed}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  onChange={(event) => setTyped(event.target.value)}
                  className="h-9 w-full rounded-control border border-control bg-surface px-2.5 font-mono text-code"
                />
              </div>
            )}
            {refusal && (
              <Callout tone="danger" live>
                {refusal}
              </Callout>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Cancel asChild>
                <Button>{question.keep}</Button>
              </Cancel>
              <Button type="submit" look="danger" pending={pending} disabled={blocked}>
                {question.verb}
              </Button>
            </div>
          </form>
        </Content>
      </Portal>
    </Root>
  );
}
