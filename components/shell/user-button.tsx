import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

/** The button that names the person. */
export function UserButton({ username, ...rest }: { username: string } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-label={`Account of ${username}`}
      aria-haspopup="menu"
      className="flex h-8 shrink-0 items-center gap-1.5 rounded-control px-1.5 hover:bg-subtle pointer-coarse:h-11 max-sm:pointer-coarse:min-w-11 max-sm:justify-center"
      {...rest}
    >
      <span
        aria-hidden="true"
        className="flex size-6 items-center justify-center rounded-full bg-accent-soft text-tiny font-semibold text-accent uppercase"
      >
        {username.slice(0, 1)}
      </span>
      <span className="max-w-40 truncate max-sm:hidden">{username}</span>
      <ChevronDown className="size-3.5 text-muted max-sm:hidden" aria-hidden="true" />
    </button>
  );
}
