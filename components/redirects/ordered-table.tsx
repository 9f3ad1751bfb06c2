"use client";

import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { type Column, DataTable } from "#components/shell/data-table.tsx";
import { patiently } from "#components/ui/patiently.ts";
import type { Redirect } from "./api.ts";
import type { Move } from "./redirect-list.tsx";

const load = patiently(() => import("./sortable-table.tsx"));
const SortableTable = lazy(load);

/** Once loaded it is used at once: a table that is put in place of another under a pointer takes its press away. */
let isLoaded = false;

/** How long what was pressed may take to show: a menu whose code is on its way would go with its row. */
const pressedMs = 3_000;
const againMs = 250;

const controlsIn = (place: Element): Element[] => [...place.querySelectorAll("a, button")];

/**
 * The table of redirects, whose rows can be dragged. What dragging needs is loaded when somebody comes near; the focus then stays
 * where it is.
 */
export function OrderedTable(props: {
  caption: string;
  rows: readonly Redirect[];
  columns: readonly Column<Redirect>[];
  move: Move;
}) {
  const [wanted, setWanted] = useState(() => isLoaded);
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  const { caption, rows, columns } = props;
  const plain = <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ pk }) => pk} />;

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
      else setWanted(true);
    };
    const want = (): void => {
      void load().then(() => {
        isLoaded = true;
        takeOver();
      });
    };
    const press = (): void => {
      pressedAt = performance.now();
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
      if (relatedTarget !== null) focused.current = -1;
    };
    document.addEventListener("pointerdown", touch);
    here.addEventListener("click", press);
    here.addEventListener("pointerenter", want);
    here.addEventListener("focusin", remember);
    here.addEventListener("focusout", forget);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", touch);
      here.removeEventListener("click", press);
      here.removeEventListener("pointerenter", want);
      here.removeEventListener("focusin", remember);
      here.removeEventListener("focusout", forget);
    };
  }, []);
  const giveFocusBack = useCallback(() => {
    const control = place.current && controlsIn(place.current)[focused.current];
    if (control instanceof HTMLElement && document.activeElement === document.body) control.focus();
  }, []);

  return (
    <div ref={place}>
      {wanted ? (
        <Suspense fallback={plain}>
          <SortableTable {...props} onReady={giveFocusBack} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}
