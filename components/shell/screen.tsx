import type { ReactNode } from "react";

/** The head of a page: its one `h1`, a sentence, and the page's actions. */
export function Screen({
  title,
  mark,
  description,
  actions,
  width = "full",
  children,
}: {
  title: ReactNode;
  /** Stands beside the heading, as a state does. */
  mark?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  width?: "full" | "form";
  children: ReactNode;
}) {
  return (
    <div className={width === "form" ? "max-w-[640px]" : undefined}>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 text-title font-semibold break-words">
              {title}
            </h1>
            {mark}
          </div>
          {description && <div className="mt-0.5 max-w-[72ch] text-pretty text-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div className="space-y-5">{children}</div>
    </div>
  );
}
