"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { TextAreaField } from "#components/form/field.tsx";
import { Button } from "#components/ui/button.tsx";

/** A value that is dots unless somebody writes in it or asks to see it. */
export function ValueField({ label, autoFocus = false }: { label: string; autoFocus?: boolean }) {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState("");
  return (
    <div className="space-y-1">
      <div className={clsx(!shown && "[&_textarea:not(:focus)]:[-webkit-text-security:disc]")}>
        <TextAreaField
          name="value"
          label={label}
          mono
          rows={2}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          autoFocus={autoFocus}
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint={
            text !== text.trim()
              ? "Spaces and line ends around the value are left out."
              : "Cannot be read again after saving."
          }
        />
      </div>
      <Button small look="ghost" className="-ms-2.5" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? "Hide value" : "Show value"}
      </Button>
    </div>
  );
}
