"use client";

import { lazy, Suspense, useState } from "react";
import type { Schema } from "#components/api-operations.ts";
import { Button } from "#components/ui/button.tsx";
import { patiently } from "#components/ui/patiently.ts";

const YamlText = lazy(patiently(() => import("./yaml-text.tsx")));

/** Empty settings say nothing: they are what one gets without writing anything. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([, inner]) => inner !== null && (typeof inner !== "object" || Object.keys(inner).length > 0));
  return Object.fromEntries(kept);
}

/** The configuration as the build understood it, as YAML. */
export function BuildConfiguration({ config }: { config: Schema<"BuildConfiguration"> }) {
  const [whole, setWhole] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Suspense fallback={<p className="text-muted">Loading…</p>}>
        <YamlText value={whole ? config : withoutEmpty(config)} />
      </Suspense>
      <Button small aria-pressed={whole} onClick={() => setWhole(!whole)}>
        Show empty settings
      </Button>
    </div>
  );
}
