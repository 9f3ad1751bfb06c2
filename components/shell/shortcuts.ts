/**
 * The keys of the dashboard (dashboard.md 4.1) stand on what they press: any button, link or field with `data-shortcut="b"`, or
 * `"g v"` for two keys one after the other. So a key works where its button is, for whoever may press it, and no list of keys can say
 * anything else.
 */
export type Command = { keys?: string; name: string; element: HTMLElement };
export type Shortcut = Command & { keys: string };

export const rowLink = ".data-table tbody tr a";
const rowBox = ".data-table tbody tr [data-select]";

/** Keys that press nothing: the list of shortcuts says them where there is what they need, the keyboard component does them. */
const otherKeys: readonly { keys: string; name: string; needs?: string }[] = [
  { keys: "ctrl k", name: "Search and commands" },
  { keys: "?", name: "This list" },
  { keys: "j", name: "Next row", needs: rowLink },
  { keys: "k", name: "Previous row", needs: rowLink },
  { keys: "enter", name: "Open row", needs: rowLink },
  { keys: "x", name: "Select row; with Shift, all rows from the one before", needs: rowBox },
  { keys: "alt t", name: "Messages at the corner" },
  { keys: "esc", name: "Close what is on top" },
];

export const otherKeysHere = () =>
  otherKeys.filter(({ needs }) => needs === undefined || document.querySelector(needs) !== null);

/** What the keys of this page press, the first one where two have the same. */
export function shortcutsHere(): Shortcut[] {
  const found = new Map<string, Shortcut>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-shortcut]")) {
    const keys = element.dataset.shortcut;
    if (!keys || found.has(keys) || !element.checkVisibility()) continue;
    found.set(keys, { keys, name: nameOf(element), element });
  }
  return [...found.values()];
}

/**
 * What the palette can press on this page: everything with a key, everything else with `data-command="its name there"`, and what a
 * message at the corner offers to undo.
 */
export function commandsHere(): Command[] {
  const unkeyed = [...document.querySelectorAll<HTMLElement>("[data-command]:not([data-shortcut])")];
  const undo = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast] [data-action]")];
  return [
    ...undo.map((element) => ({ name: `Undo: ${toastOf(element)}`, element })),
    ...shortcutsHere(),
    ...unkeyed
      .filter((element) => element.checkVisibility())
      .map((element) => ({ name: nameOf(element), element })),
  ];
}

const toastOf = (element: HTMLElement): string =>
  element.closest("[data-sonner-toast]")?.querySelector("[data-title]")?.textContent ?? "";

const nameOf = (element: HTMLElement): string =>
  (element.dataset.command ?? element.getAttribute("aria-label") ?? element.textContent ?? "")
    .replace(/\s+/g, " ")
    .trim();

/** Presses what a command stands on; a field gets the focus. */
export function press({ element }: Command): void {
  if (element instanceof HTMLInputElement) element.focus();
  else element.click();
}

/** Whether a key belongs to what has the focus: typing, a menu, or a dialog. */
export function isTaken({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const place =
    "input:not([type=checkbox]), select, textarea, [contenteditable], [role=menu], [role=listbox]";
  return (
    target.closest(place) !== null ||
    document.querySelector("[role=dialog], [role=alertdialog], dialog[open]") !== null
  );
}
