"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./clipboard.ts";

/** Copies a text and says so for two seconds; where the clipboard refuses, `onRefused` may select the text instead. */
export function CopyButton({
  text,
  label = "Copy",
  of,
  look = "secondary",
  small = true,
  onCopied,
  onRefused,
}: {
  /** The text, or how to make or fetch it when the button is pressed. */
  text: string | (() => string | Promise<string>);
  label?: string;
  /** Whose it is, where a row says so to those who see it. */
  of?: string;
  look?: "primary" | "secondary" | "ghost";
  small?: boolean;
  onCopied?: () => void;
  onRefused?: () => void;
}) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(typeof text === "string" ? text : text());
      setOutcome("copied");
      onCopied?.();
    } catch {
      setOutcome("refused");
      onRefused?.();
    }
  };
  const said = outcome === "copied" ? "Copied" : outcome === "refused" ? "Press Ctrl+C" : label;
  return (
    <>
      <Button look={look} small={small} icon={outcome === "copied" ? Check : Copy} onClick={copy}>
        {said}
        {of !== undefined && <span className="sr-only"> of {of}</span>}
      </Button>
      <span role="status" className="sr-only">
        {outcome && said}
      </span>
    </>
  );
}

/** A value to take away: read-only, selected on focus, with its copy button. A `secret` one is dots until it is shown. */
export function CopyField({
  label,
  value,
  secret = false,
  onCopied,
}: {
  label: string;
  value: string;
  secret?: boolean;
  onCopied?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(!secret);
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        readOnly
        type={shown ? "text" : "password"}
        autoComplete="off"
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="h-8 min-w-44 flex-1 max-sm:min-w-full rounded-control border border-control bg-subtle px-2.5 font-mono text-code text-text pointer-coarse:h-11"
      />
      {secret && (
        <Button onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </Button>
      )}
      <CopyButton
        text={value}
        small={false}
        label={`Copy ${label.toLowerCase()}`}
        {...(onCopied ? { onCopied } : {})}
        onRefused={() => input.current?.select()}
      />
    </div>
  );
}
