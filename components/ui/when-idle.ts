/** Calls back when the browser has nothing better to do, with a question for the milliseconds left. Safari does not know when that is. */
export function whenIdle(work: (left: () => number) => void): void {
  if (typeof requestIdleCallback === "function")
    requestIdleCallback((deadline) => work(() => deadline.timeRemaining()), { timeout: 1_000 });
  else setTimeout(() => work(() => 0), 10);
}
