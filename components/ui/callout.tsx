import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Tone = "info" | "success" | "warning" | "danger";

const tones: Record<Tone, { look: string; icon: LucideIcon; word: string }> = {
  info: { look: "bg-info-soft [&_svg.mark]:text-info", icon: Info, word: "Note" },
  success: { look: "bg-success-soft [&_svg.mark]:text-success", icon: CircleCheck, word: "Done" },
  warning: { look: "bg-warning-soft [&_svg.mark]:text-warning", icon: TriangleAlert, word: "Warning" },
  danger: { look: "bg-danger-soft [&_svg.mark]:text-danger", icon: CircleAlert, word: "Error" },
};

/** A message in place. With `live` a screen reader hears it when it appears. */
export function Callout({
  tone = "info",
  title,
  live = false,
  actions,
  children,
}: {
  tone?: Tone;
  title?: ReactNode;
  live?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { look, icon: Icon, word } = tones[tone];
  return (
    <div
      role={live ? "alert" : undefined}
      className={clsx("flex gap-2.5 rounded-card px-3.5 py-3 text-text", look)}
    >
      <Icon className="mark mt-0.5 size-4 shrink-0" aria-label={word} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-[min(100%,18rem)] flex-1 space-y-1">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className="break-words">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
