"use client";

import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  pointerWithin,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import type { Redirect } from "./api.ts";
import { Lifting } from "./drag-handle.tsx";
import type { Move } from "./redirect-list.tsx";
import { nameOf } from "./redirect-words.ts";

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
/** Rows differ in height: under the pointer is where it points, not the row with the nearest middle, which the keyboard goes by. */
const rowUnder: CollisionDetection = (about) => {
  const under = pointerWithin(about);
  return under.length > 0 ? under : closestCenter(about);
};
const instructions =
  "Press Space to lift the redirect, the arrow keys to move it, Space to drop it, or Escape to put it back.";

const keysOfSensor = new Set(["ArrowUp", "ArrowDown", "Space", "Enter", "Escape"]);

/** The table whose rows can be put in another order. `onReady` is called when it stands on the page. */
export default function SortableTable({
  caption,
  rows,
  columns,
  move,
  onReady,
}: {
  caption: string;
  rows: readonly Redirect[];
  columns: readonly Column<Redirect>[];
  move: Move;
  onReady: () => void;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Before anything else happens: the table it takes the place of had the focus.
  useLayoutEffect(onReady, [onReady]);
  const hasLeft = useRef(false);
  const isLifted = useKeysTypedAhead();
  const setLifted = (lifted: boolean): void => {
    isLifted.current = lifted;
  };
  const find = (id: UniqueIdentifier | undefined) => rows.find(({ pk }) => pk === id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={rowUnder}
      modifiers={[upAndDown]}
      accessibility={{
        announcements: announcements(rows, hasLeft),
        screenReaderInstructions: { draggable: instructions },
      }}
      onDragStart={() => setLifted(true)}
      onDragCancel={() => setLifted(false)}
      onDragEnd={({ active, over }) => {
        setLifted(false);
        const lifted = find(active.id);
        const target = find(over?.id);
        if (lifted && target) move(lifted, target.position);
      }}
    >
      <SortableContext items={rows.map(({ pk }) => pk)} strategy={verticalListSortingStrategy}>
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ pk }) => pk}
          Row={SortableRow}
        />
      </SortableContext>
    </DndContext>
  );
}

/**
 * The sensor listens for keys one timer after a row was lifted, and browsers put a key before a timer: what is pressed at once would be
 * lost, and scroll the page. It is said once more behind that timer. The result tells whether a row is lifted.
 */
function useKeysTypedAhead(): RefObject<boolean> {
  const isLifted = useRef(false);
  useEffect(() => {
    const repeat = (event: KeyboardEvent): void => {
      if (!isLifted.current || event.defaultPrevented || !event.isTrusted || !keysOfSensor.has(event.code))
        return;
      const { target, code, key } = event;
      event.preventDefault();
      setTimeout(() => target?.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true })));
    };
    window.addEventListener("keydown", repeat);
    return () => window.removeEventListener("keydown", repeat);
  }, []);
  return isLifted;
}

/**
 * What a screen reader says while a row is on its way: “/old, position 3 of 12”. A row that was just lifted lies over its own place, which
 * is no news.
 */
function announcements(rows: readonly Redirect[], hasLeft: RefObject<boolean>): Announcements {
  const place = (id: UniqueIdentifier | undefined): string =>
    `position ${rows.findIndex(({ pk }) => pk === id) + 1} of ${rows.length}`;
  const name = (id: UniqueIdentifier): string => {
    const row = rows.find(({ pk }) => pk === id);
    return row ? nameOf(row) : "";
  };
  return {
    onDragStart: ({ active }) => {
      hasLeft.current = false;
      return `${name(active.id)} lifted, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      hasLeft.current ||= over?.id !== active.id;
      return hasLeft.current ? `${name(active.id)}, ${place(over?.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) => `${name(active.id)} dropped, ${place(over?.id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} put back, ${place(active.id)}.`,
  };
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function SortableRow({ row, children }: { row: Redirect; children: ReactNode }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: row.pk, ...(isStill() && { transition: null }) });
  return (
    <Lifting value={{ ref: setActivatorNodeRef, attributes, listeners }}>
      <tr
        ref={setNodeRef}
        style={{ transform: CSS.Translate.toString(transform), transition }}
        className={clsx(isDragging && "relative z-10 bg-accent-soft shadow-float")}
      >
        {children}
      </tr>
    </Lifting>
  );
}
