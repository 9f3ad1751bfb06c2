import type { ComponentProps } from "react";

/** Counts the builds that run, and opens their list. */
export const RunningButton = ({ count, ...rest }: { count: number } & ComponentProps<"button">) => (
  <button
    type="button"
    aria-label={`Builds running: ${count}`}
    aria-haspopup="menu"
    title={`Builds running: ${count}`}
    className="flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-running-soft px-2.5 text-tiny font-medium whitespace-nowrap text-running tabular-nums hover:outline hover:outline-running pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
    {...rest}
  >
    {count > 0 && <span className="spinner-ring size-3" aria-hidden="true" />}
    <span aria-hidden="true">
      <span className="max-lg:hidden">Builds running: </span>
      {count}
    </span>
  </button>
);
