"use client";

import { Toaster as Sonner } from "sonner";
import { useTheme } from "./theme.ts";

/** Bottom right, newest on top, reached with Alt+T. */
export default function Toaster() {
  return (
    <Sonner
      theme={useTheme()}
      position="bottom-right"
      visibleToasts={3}
      toastOptions={{
        classNames: {
          toast: "!bg-surface !text-text !border-border !rounded-card !shadow-float !font-sans",
          actionButton: "!bg-accent !text-on-accent !rounded-control",
        },
      }}
    />
  );
}
