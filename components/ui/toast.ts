"use client";

/**
 * Says that something worked. The text names the object. Refusals are never toasts: they stand where the action was.
 * With `undo`, the toast offers the way back for 15 seconds.
 */
export async function say(text: string, undo?: () => void): Promise<void> {
  const { toast } = await import("sonner");
  toast(text, undo ? { duration: 15_000, action: { label: "Undo", onClick: undo } } : { duration: 6000 });
}
