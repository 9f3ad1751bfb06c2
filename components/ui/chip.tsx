import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "neutral" | "success" | "warning" | "danger" | "info" | "running";

const tones: Record<Tone, string> = {
  neutral: "bg-subtle text-muted",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
  running: "bg-running-soft text-running",
};

/** A state: colour, icon and word together. A chip without an icon is a plain mark such as “Default”. */
export function Chip({
  tone = "neutral",
  icon: Icon,
  turning = false,
  large = false,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  turning?: boolean;
  large?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 justify-self-start rounded-full font-medium whitespace-nowrap",
        large ? "h-7 px-3 text-body" : "h-[22px] px-2 text-tiny",
        tones[tone],
      )}
    >
      {turning ? (
        <span className="spinner-ring size-3" aria-hidden="true" />
      ) : (
        Icon && <Icon className={large ? "size-4" : "size-3"} aria-hidden="true" strokeWidth={2.25} />
      )}
      {children}
    </span>
  );
}
