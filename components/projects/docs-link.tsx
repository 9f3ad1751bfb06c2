import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "#components/api-operations.ts";
import { memberLink } from "#lib/publishing/rules/member-link.ts";

type Level = Schema<"Project">["privacy_level"];

/** A way from the dashboard to documentation; whoever reads the dashboard is let in where it is private. */
export const DocsLink = ({
  to,
  level,
  className = "",
  children,
}: {
  to: string;
  level: Level;
  className?: string;
  children: ReactNode;
}) => (
  <a
    href={level === "private" ? memberLink(to) : to}
    className={`link inline-flex items-center gap-1 ${className}`}
  >
    {children}
    <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
  </a>
);
