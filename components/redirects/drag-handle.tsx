"use client";

import type { DraggableAttributes, DraggableSyntheticListeners } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";
import { createContext, useContext } from "react";
import { IconButton } from "#components/ui/button.tsx";

/** What makes a handle lift its row; null while that is not loaded. */
export const Lifting = createContext<{
  ref: (element: HTMLElement | null) => void;
  attributes: DraggableAttributes;
  listeners: DraggableSyntheticListeners;
} | null>(null);

/** What a row is dragged by, with the pointer, a finger or the keyboard. */
export function DragHandle({ of }: { of: string }) {
  const lifting = useContext(Lifting);
  return (
    <IconButton
      icon={GripVertical}
      label={`Reorder ${of}`}
      data-handle=""
      title="Drag, or press Space and the arrow keys"
      className="size-7 cursor-grab touch-none active:cursor-grabbing"
      {...(lifting && { ref: lifting.ref, ...lifting.attributes, ...lifting.listeners })}
    />
  );
}
