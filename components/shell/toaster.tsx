"use client";

import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { toastsStand } from "#components/ui/toast.ts";
import { useTheme } from "./theme.ts";

const ring = "focus-visible:!outline-3 focus-visible:!outline-offset-2 focus-visible:!outline-accent";

/** Bottom right, newest on top, reached with Alt+T. */
export default function Toaster() {
  // Effects of what is inside run first: it listens by now.
  useEffect(toastsStand, []);
  return (
    <Sonner
      theme={useTheme()}
      position="bottom-right"
      visibleToasts={3}
      toastOptions={{
        classNames: {
          toast: `!bg-surface !text-text !border-border !rounded-card !shadow-float !font-sans ${ring}`,
          actionButton: `!bg-accent !text-on-accent !rounded-control ${ring}`,
        },
      }}
    />
  );
}
