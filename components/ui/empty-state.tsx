import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An empty page teaches: what this is for and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
}: {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-full bg-subtle text-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <p className="text-section font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-[52ch] text-pretty text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
