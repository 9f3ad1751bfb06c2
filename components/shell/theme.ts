"use client";

import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";
const readers = new Set<() => void>();

const current = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
};

/** Remembers the theme in a cookie, which the server reads, so that no page flashes in the other one. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  remember("theme", theme);
  for (const reader of readers) reader();
}

/** Writes a preference of this browser for a year; null forgets it. */
export function remember(name: "theme" | "sidebar", value: string | null): void {
  const life = value === null ? 0 : 31_536_000;
  writeCookie(document, `${name}=${value ?? ""}; path=/; max-age=${life}; samesite=lax`);
}

/** The Cookie Store API is missing on plain http, so this is the old way. */
function writeCookie(jar: { cookie: string }, cookie: string): void {
  jar.cookie = cookie;
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (changed) => {
      readers.add(changed);
      return () => readers.delete(changed);
    },
    current,
    () => "system",
  );
