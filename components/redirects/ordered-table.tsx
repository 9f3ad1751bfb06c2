"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { patiently } from "#components/ui/patiently.ts";
import type { Redirect } from "./api.ts";
import type { Move } from "./redirect-list.tsx";

const load = patiently(() => import("./sortable-table.tsx"));

/** Once loaded it is used at once: a table that is put in place of another under a pointer takes its press away. */
let loaded: Awaited<ReturnType<typeof load>>["default"] | null = null;

/** How long what was pressed may take to show: a menu whose code is on its way would go with its row. */
const pressedMs = 3_000;
const againMs = 250;

const plainHandle = "[data-handle]:not([aria-roledescription])";
const isPlainHandle = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(plainHandle);

const controlsIn = (place: Element): Element[] => [...place.querySelectorAll("a, button")];

/**
 * The table of redirects, whose rows can be dragged. What dragging needs is loaded when somebody comes near; the focus then stays
 * where it is, and a row that somebody wanted to lift by keys meanwhile is lifted.
 */
export function OrderedTable(props: {
  caption: string;
  rows: readonly Redirect[];
  columns: readonly Column<Redirect>[];
  move: Move;
}) {
  const [SortableTable, setSortableTable] = useState(() => loaded);
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  const isLiftWanted = useRef(false);
  const { caption, rows, columns } = props;

  useEffect(() => {
    const here = place.current;
    if (!here) return;
    let pressedAt = Number.NEGATIVE_INFINITY;
    let timer = 0;
    const isBusy = (): boolean =>
      performance.now() - pressedAt < pressedMs || here.querySelector("[aria-expanded=true]") !== null;
    const takeOver = (): void => {
      clearTimeout(timer);
      if (isBusy()) timer = window.setTimeout(takeOver, againMs);
      // At once and with its effects: a key pressed meanwhile would lift a row that is not announced.
      else flushSync(() => setSortableTable(() => loaded));
    };
    const want = (): void => {
      void load().then((sortable) => {
        loaded = sortable.default;
        takeOver();
      });
    };
    const press = (): void => {
      pressedAt = performance.now();
    };
    const click = ({ target }: MouseEvent): void => {
      if (!isPlainHandle(target)) press();
    };
    const lift = (event: KeyboardEvent): void => {
      if (event.code !== "Space" || !isPlainHandle(event.target)) return;
      event.preventDefault();
      isLiftWanted.current = true;
    };
    // A finger gives no sign before it presses: whatever it touches first is one, and keeps what it touched.
    const touch = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "mouse") return;
      document.removeEventListener("pointerdown", touch);
      press();
      want();
    };
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof Element) focused.current = controlsIn(here).indexOf(target);
      want();
    };
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget === null) return;
      focused.current = -1;
      isLiftWanted.current = false;
    };
    document.addEventListener("pointerdown", touch);
    here.addEventListener("click", click);
    here.addEventListener("keydown", lift);
    here.addEventListener("pointerenter", want);
    here.addEventListener("focusin", remember);
    here.addEventListener("focusout", forget);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", touch);
      here.removeEventListener("click", click);
      here.removeEventListener("keydown", lift);
      here.removeEventListener("pointerenter", want);
      here.removeEventListener("focusin", remember);
      here.removeEventListener("focusout", forget);
    };
  }, []);
  const giveFocusBack = useCallback(() => {
    const control = place.current && controlsIn(place.current)[focused.current];
    if (control instanceof HTMLElement && document.activeElement === document.body) control.focus();
    if (!control || !isLiftWanted.current) return;
    isLiftWanted.current = false;
    setTimeout(() => control.dispatchEvent(new KeyboardEvent("keydown", { code: "Space", bubbles: true })));
  }, []);

  return (
    <div ref={place}>
      {SortableTable ? (
        <SortableTable {...props} onReady={giveFocusBack} />
      ) : (
        <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ pk }) => pk} />
      )}
    </div>
  );
}
