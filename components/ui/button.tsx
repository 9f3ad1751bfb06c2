import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";

type Look = "primary" | "secondary" | "ghost" | "danger";
type Shared = { look?: Look; small?: boolean; icon?: LucideIcon | undefined; children: ReactNode };

const looks: Record<Look, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover border-transparent",
  secondary: "bg-surface text-text border-control/60 hover:bg-subtle hover:border-control",
  // In a list on a phone nothing else says where the button begins.
  ghost:
    "bg-transparent text-text border-transparent max-sm:in-[.data-table]:border-control/60 hover:bg-subtle",
  danger: "bg-danger text-on-danger border-transparent hover:opacity-90",
};

const shape = (look: Look, small: boolean, more?: string): string =>
  clsx(
    "inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none",
    "transition-colors aria-pressed:bg-accent-soft disabled:opacity-60 aria-disabled:opacity-60 pointer-coarse:min-h-11",
    small ? "h-7 px-2.5 text-meta" : "h-8 px-3 text-body",
    looks[look],
    more,
  );

/** A button that does something here. `pending` shows a ring and refuses a second press. */
export function Button({
  look = "secondary",
  small = false,
  icon: Icon,
  pending = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: Shared & { pending?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type={type}
      className={shape(look, small, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending ? (
        <span className="spinner-ring size-3.5" aria-hidden="true" />
      ) : (
        Icon && <Icon className="size-4" aria-hidden="true" />
      )}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({
  look = "secondary",
  small = false,
  icon: Icon,
  className,
  children,
  ...rest
}: Shared & ComponentProps<typeof Link>) {
  return (
    <Link className={shape(look, small, className)} {...rest}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {children}
    </Link>
  );
}

/** A button that shows only an icon; `label` is its name. */
export function IconButton({
  icon: Icon,
  label,
  className,
  type = "button",
  ...rest
}: { icon: LucideIcon; label: string } & Omit<ComponentProps<"button">, "children">) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-text",
        "pointer-coarse:size-11",
        className,
      )}
      {...rest}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  );
}
