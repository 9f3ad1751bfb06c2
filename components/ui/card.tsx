import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

/** A titled box. The title is the name of its region. */
export function Card({
  anchor,
  title,
  description,
  actions,
  flush = false,
  danger = false,
  children,
}: {
  /** Where links lead to. */
  anchor?: string;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  danger?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={title ? id : undefined}
      className={clsx("min-w-0 overflow-hidden rounded-card border bg-surface", danger && "border-danger/50")}
    >
      {title && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-4 py-2.5">
          <div className="min-w-0">
            <h2 id={id} className={clsx("text-body font-semibold", danger && "text-danger")}>
              {title}
            </h2>
            {description && <p className="text-meta text-muted">{description}</p>}
          </div>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}
