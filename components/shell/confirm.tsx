"use client";

import type { LucideIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { patiently } from "#components/ui/patiently.ts";

const load = patiently(() => import("./confirm-dialog.tsx"));
const ConfirmDialog = lazy(load);

/**
 * What stands in the way of an act that cannot be undone or that others feel (dashboard.md 4.5). With `type`, that word must be
 * typed first (level 3).
 */
export type Question = {
  title: string;
  consequences: ReactNode;
  /** The safe way out, for example “Keep token”. */
  keep: string;
  verb: string;
  type?: string;
  act: () => Promise<unknown>;
};

/** The question by itself, for what is chosen in a menu. */
export const Confirmation = ({ question, onClose }: { question: Question; onClose: () => void }) => (
  <Suspense fallback={null}>
    <ConfirmDialog question={question} onClose={onClose} />
  </Suspense>
);

/** A button whose act is confirmed first. The dialog is loaded when the pointer or the focus comes near. */
export function ConfirmButton({
  question,
  icon,
  look = "secondary",
  small = false,
  label,
  command,
  children,
}: {
  question: Question;
  icon?: LucideIcon;
  look?: "secondary" | "ghost" | "danger";
  small?: boolean;
  label?: string;
  /** Its name in the palette, where it is offered there. */
  command?: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look={look}
        small={small}
        icon={icon}
        aria-label={label}
        aria-haspopup="dialog"
        data-command={command}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && <Confirmation question={question} onClose={() => setOpen(false)} />}
    </>
  );
}
