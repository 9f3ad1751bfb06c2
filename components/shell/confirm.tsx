"use client";

import type { LucideIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";

const load = () => import("./confirm-dialog.tsx");
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

/** A button whose act is confirmed first. The dialog is loaded when the pointer or the focus comes near. */
export function ConfirmButton({
  question,
  icon,
  look = "secondary",
  small = false,
  label,
  children,
}: {
  question: Question;
  icon?: LucideIcon;
  look?: "secondary" | "ghost" | "danger";
  small?: boolean;
  label?: string;
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
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ConfirmDialog question={question} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
