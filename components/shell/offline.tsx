"use client";

import { onlineManager, useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { isPartMissing, onPartMissing } from "#components/ui/patiently.ts";

const follow = (changed: () => void): (() => void) => onlineManager.subscribe(changed);

const clockText = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Says that what stands here may be old, since when, and that nothing can be changed. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    follow,
    () => onlineManager.isOnline(),
    () => true,
  );
  const client = useQueryClient();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (online) return setSince(null);
    const read = client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt);
    setSince(Math.max(0, ...read) || Date.now());
  }, [online, client]);
  const isMissing = useSyncExternalStore(onPartMissing, isPartMissing, () => false);
  return (
    <div role="status">
      {isMissing && since === null && (
        <p className="flex items-center gap-2 border-b bg-warning-soft px-4 py-2 md:px-8">
          <WifiOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
          Part of this page did not come. Trying again. If this stays, reload the page.
        </p>
      )}
      {since !== null && (
        <p className="flex items-center gap-2 border-b bg-warning-soft px-4 py-2 md:px-8">
          <WifiOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
          You are offline. Showing data from {clockText(since)}. Nothing can be saved until you are back.
        </p>
      )}
    </div>
  );
}
