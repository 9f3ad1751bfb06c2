"use client";

import { patiently } from "./patiently.ts";

/** The place of the toasts, once it stands: until then nothing could be said. */
let standing: (() => void) | undefined;
const place = new Promise<void>((resolve) => {
  standing = resolve;
});
const loadToasts = patiently(() => import("sonner"));
const wishes = new EventTarget();

/** Calls back when the first toast is wanted. */
export function onToastWanted(come: () => void): () => void {
  wishes.addEventListener("toast", come);
  return () => wishes.removeEventListener("toast", come);
}

/** For the place of the toasts: it hears them from now on. */
export const toastsStand = (): void => standing?.();

/**
 * Says that something worked. The text names the object. Refusals are never toasts: they stand where the action was.
 * With `undo`, the toast offers the way back for 15 seconds.
 */
export async function say(text: string, undo?: () => void): Promise<void> {
  wishes.dispatchEvent(new Event("toast"));
  const [{ toast }] = await Promise.all([loadToasts(), place]);
  toast(text, undo ? { duration: 15_000, action: { label: "Undo", onClick: undo } } : { duration: 6000 });
}
