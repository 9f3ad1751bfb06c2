"use client";

import { useRef } from "react";

/** Keys for POSTs: one per content, so that what is sent again after it seemed lost is done once. */
export function useOnce(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current?.content !== text) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      last.current = { content: text, key: Array.from(bytes, (byte) => byte.toString(16)).join("-") };
    }
    return last.current.key;
  };
}
