"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** A box that is opened by its title. What is inside is made when it is first opened. */
export function Disclosure({
  title,
  note,
  open = false,
  children,
}: {
  title: string;
  note?: ReactNode;
  /** Whether it starts open. */
  open?: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(open);
  const [startsOpen] = useState(open);
  return (
    <details
      open={startsOpen}
      className="group min-w-0 self-start overflow-hidden open:col-span-full rounded-card border bg-surface"
      onToggle={(event) => setOpened((before) => before || event.currentTarget.open)}
    >
      <summary
        className={clsx(
          "flex min-h-11 items-center gap-2 px-4 py-2 font-semibold hover:bg-subtle",
          "list-none focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden",
        )}
      >
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <span>{title}</span>
        {note && <span className="ms-auto text-meta font-normal text-muted">{note}</span>}
      </summary>
      <div className="border-t p-4">{opened && children}</div>
    </details>
  );
}
