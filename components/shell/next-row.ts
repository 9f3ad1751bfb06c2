import { returnTo } from "./return-focus.ts";

/** A menu that closes late gives the focus to a row that is about to go, as late as this. */
const afterwardsMs = 250;

const isAsking = (): boolean => document.querySelector("[role=alertdialog]") !== null;

/**
 * Where the focus goes when the row of a control goes: called before the row is gone, it remembers the first control of the next row,
 * else of the one before. What it returns puts the focus there, or on the page's heading; once the question is closed, if one is open.
 */
export function nextRowOf(element: Element | null): () => void {
  const row = element?.closest("tr");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const focus = (): void => {
    const target = next?.isConnected ? next.querySelector<HTMLElement>("a, button") : null;
    (target ?? document.querySelector<HTMLElement>("h1"))?.focus();
  };
  const go = (): void => {
    focus();
    setTimeout(() => {
      if (document.activeElement === document.body) focus();
    }, afterwardsMs);
  };
  return () => {
    if (isAsking()) returnTo(go);
    else setTimeout(go);
  };
}
