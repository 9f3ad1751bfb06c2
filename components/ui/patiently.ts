/** What could not be loaded yet, and who wants to know that it changed. */
let missing = 0;
const readers = new Set<() => void>();

function count(by: 1 | -1): void {
  missing += by;
  for (const reader of readers) reader();
}

/** Whether a part of the page is waited for that did not come at first. */
export const isPartMissing = (): boolean => missing > 0;
export function onPartMissing(changed: () => void): () => void {
  readers.add(changed);
  return () => readers.delete(changed);
}

const pauseMs = 2_000;

async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const loaded = await load();
      if (tries > 0) count(-1);
      return loaded;
    } catch {
      if (tries === 0) count(1);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * For code that is loaded when it is wanted: where it does not come, it is asked for again until it does. React would take the page
 * down, with all that was typed on it.
 */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () => {
    coming ??= untilThere(load);
    return coming;
  };
}
