import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** Something that is on or off and changes at once. `label` names what is switched. */
export function Switch({
  label,
  on,
  onChange,
  className,
  ...rest
}: { label: string; on: boolean; onChange: (on: boolean) => void } & Omit<
  ComponentProps<"button">,
  "onChange" | "children" | "type"
>) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      title={on ? "On" : "Off"}
      onClick={() => onChange(!on)}
      className={clsx(
        "group inline-flex h-6 shrink-0 items-center rounded-full pointer-coarse:h-11 pointer-coarse:min-w-11",
        className,
      )}
      {...rest}
    >
      <span
        className={clsx(
          "flex h-5 w-9 items-center rounded-full border p-0.5 transition-colors forced-colors:border-[ButtonText]",
          on ? "justify-end border-accent bg-accent" : "border-control bg-subtle group-hover:border-muted",
        )}
      >
        <span
          className={clsx(
            "size-3.5 rounded-full forced-colors:bg-[ButtonText]",
            on ? "bg-on-accent" : "bg-control",
          )}
        />
      </span>
    </button>
  );
}
