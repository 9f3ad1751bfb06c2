"use client";

import { flushSync } from "react-dom";
import { Button } from "#components/ui/button.tsx";

/** Brings the rows a list holds back. Lies over the table's head, so that no row moves under the pointer. */
export const NewRows = ({ held, show }: { held: number; show: () => void }) => (
  <p
    role="status"
    className="pointer-events-none absolute inset-x-0 top-1 z-10 text-center max-sm:pe-3 max-sm:text-end"
  >
    {held > 0 && (
      <Button
        small
        className="pointer-events-auto shadow-md"
        onClick={(event) => {
          const list = event.currentTarget.closest("p")?.parentElement;
          flushSync(show);
          // The button is gone, and the focus would be nowhere.
          list?.querySelector<HTMLElement>("tbody a")?.focus();
        }}
      >
        Show {held.toLocaleString("en")} new
      </Button>
    )}
  </p>
);
