/**
 * Where the focus goes when the row of a control goes: called before the row is gone, it remembers the first control of the next row,
 * else of the one before. What it returns puts the focus there, or on the page's heading.
 */
export function nextRowOf(element: Element | null): () => void {
  const row = element?.closest("tr");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => {
    const target = next?.isConnected ? next.querySelector<HTMLElement>("a, button") : null;
    (target ?? document.querySelector<HTMLElement>("h1"))?.focus();
  };
}
