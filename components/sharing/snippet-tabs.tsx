"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { CopyButton } from "#components/ui/copy-field.tsx";
import type { Snippet } from "./snippets.ts";

/** Code to take away, one way at a time. Tabs as in APG: arrows move, one stop for Tab. */
export function SnippetTabs({
  label,
  snippets,
  first,
  onCopied,
}: {
  label: string;
  snippets: readonly Snippet[];
  first?: string | undefined;
  onCopied?: () => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [name, setName] = useState(first);
  const chosen = Math.max(
    0,
    snippets.findIndex((snippet) => snippet.name === name),
  );
  const shown = snippets[chosen];
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (chosen + step + snippets.length) % snippets.length;
    setName(snippets[next]?.name);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  if (!shown) return null;
  return (
    <div className="overflow-hidden rounded-control border">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b bg-subtle px-1.5 py-1">
        <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap" onKeyDown={move}>
          {snippets.map((snippet, at) => (
            <button
              key={snippet.name}
              type="button"
              role="tab"
              id={`${id}-${at}`}
              aria-selected={at === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={at === chosen ? 0 : -1}
              onClick={() => setName(snippet.name)}
              className={clsx(
                "h-7 rounded-[4px] px-2.5 pointer-coarse:h-11",
                at === chosen ? "bg-surface font-medium" : "text-muted hover:text-text",
              )}
            >
              {snippet.name}
            </button>
          ))}
        </div>
        <CopyButton text={shown.code} label={`Copy ${shown.name}`} {...(onCopied ? { onCopied } : {})} />
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        <pre className="p-3 text-code break-words whitespace-pre-wrap">{shown.code}</pre>
        <p className="border-t px-3 py-2 text-meta text-muted">{shown.note}</p>
      </div>
    </div>
  );
}
