"use client";

import { useEffect, useRef, useState } from "react";
import { LeaveGuard } from "#components/shell/leave-guard.tsx";
import { Button } from "#components/ui/button.tsx";
import { setControl, textsIn } from "./controls.ts";
import { useFormHandle } from "./form-state.ts";
import type { FormTexts } from "./three-way.ts";

const question = {
  title: "Leave without saving?",
  consequences: <p>What you changed in this form is not saved.</p>,
  keep: "Stay here",
  verb: "Leave",
} as const;

/** Says how many values of the form around it are not saved, puts them back, and asks before somebody leaves them behind. */
export function Unsaved({ names }: { names: readonly string[] }) {
  const handle = useFormHandle();
  const [saved, setSaved] = useState<FormTexts | null>(null);
  const [count, setCount] = useState(0);
  const form = handle?.ref;
  const pending = handle?.pending ?? false;
  const refused = useRef(false);
  refused.current = (handle?.message ?? null) !== null;

  // What stands there at first, and again after each time it was saved.
  useEffect(() => {
    if (pending || refused.current || !form?.current) return;
    setSaved(textsIn(form.current, names));
    setCount(0);
  }, [pending, form, names]);

  useEffect(() => {
    const element = form?.current;
    if (!element || !saved) return;
    const look = (): void => {
      const now = textsIn(element, names);
      setCount(names.filter((name) => now[name] !== saved[name]).length);
    };
    element.addEventListener("input", look);
    element.addEventListener("change", look);
    return () => {
      element.removeEventListener("input", look);
      element.removeEventListener("change", look);
    };
  }, [form, names, saved]);

  if (count === 0 || !saved) return null;
  const discard = (): void => {
    const element = form?.current;
    if (!element) return;
    for (const name of names) setControl(element, name, saved[name] ?? "");
    setCount(0);
    element.querySelector<HTMLElement>("input, select, textarea")?.focus();
  };
  return (
    <>
      <span role="status" className="text-meta text-muted">
        {count} unsaved {count === 1 ? "change" : "changes"}
      </span>
      <Button small look="ghost" onClick={discard}>
        Discard
      </Button>
      <LeaveGuard question={question} />
    </>
  );
}
