"use client";

import { Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { fitting } from "./fuzzy.ts";
import { Keys } from "./keys.tsx";
import { type Entry, rememberPage, usePaletteEntries } from "./palette-entries.ts";
import { useReturnFocus } from "./return-focus.ts";

const sections = ["Recent", "Projects", "Do", "Go to", "Help"] as const;
const mostShown = 40;

/** Search and commands: a combobox over one list (APG), with the keys that do the same. Enter does what is marked. */
export default function Palette({
  project,
  onClose,
  onShortcuts,
}: {
  project: string | undefined;
  onClose: () => void;
  onShortcuts: () => void;
}) {
  const router = useRouter();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const returnFocus = useReturnFocus();
  const entries = usePaletteEntries(typed, project, onShortcuts);
  const found = sections.flatMap((section) => {
    const mine = entries.filter((entry) => entry.section === section);
    return section === "Projects" ? mine : fitting(mine, typed, ({ name }) => name);
  });
  const shown = found.slice(0, mostShown);
  const current = shown[Math.min(marked, shown.length - 1)];
  const optionId = (entry: Entry): string => `${id}-${shown.indexOf(entry)}`;

  useEffect(() => {
    document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: "nearest" });
  }, [id, marked]);

  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    if (entry.href === undefined) {
      entry.run?.();
      return;
    }
    rememberPage(entry.name, entry.href);
    router.push(entry.href);
  };

  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (marked + 1) % Math.max(1, shown.length),
    ArrowUp: (marked + shown.length - 1) % Math.max(1, shown.length),
    Home: 0,
    End: Math.max(0, shown.length - 1),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moves[event.key];
    if (next !== undefined) setMarked(next);
    else if (event.key === "Enter") choose(current);
    else return;
    event.preventDefault();
  };

  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[80dvh] w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-dialog border bg-surface shadow-float"
        >
          <Title className="sr-only">Search and commands</Title>
          <Description className="sr-only">Type to search; the arrow keys choose, Enter does it.</Description>
          <input
            role="combobox"
            aria-label="Search and commands"
            aria-expanded={shown.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current && optionId(current)}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Go to a project, a page, a build number, or do something"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setMarked(0);
            }}
            onKeyDown={onKeyDown}
            className="h-12 shrink-0 border-b bg-transparent px-4 text-section outline-none placeholder:text-muted"
          />
          <p role="status" className="sr-only">
            {shown.length === 0 ? "Nothing found" : `${shown.length} found`}
          </p>
          <div id={`${id}-list`} role="listbox" aria-label="Results" className="overflow-y-auto p-1.5">
            {sections.map((section) => (
              <Group
                key={section}
                name={section}
                entries={shown.filter((entry) => entry.section === section)}
                current={current}
                optionId={optionId}
                onChoose={choose}
              />
            ))}
            {shown.length === 0 && <p className="px-3 py-6 text-center text-muted">Nothing found.</p>}
          </div>
        </Content>
      </Portal>
    </Root>
  );
}

function Group({
  name,
  entries,
  current,
  optionId,
  onChoose,
}: {
  name: string;
  entries: readonly Entry[];
  current: Entry | undefined;
  optionId: (entry: Entry) => string;
  onChoose: (entry: Entry) => void;
}) {
  if (entries.length === 0) return null;
  return (
    <fieldset aria-label={name} className="min-w-0 pb-1">
      <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-tiny font-medium text-muted">
        {name}
      </p>
      {entries.map((entry) => (
        <button
          type="button"
          key={entry.id}
          id={optionId(entry)}
          role="option"
          tabIndex={-1}
          aria-selected={entry === current}
          onClick={() => onChoose(entry)}
          className={clsx(
            "flex min-h-8 w-full text-start items-center justify-between gap-3 rounded-control px-2.5 py-1 pointer-coarse:min-h-11",
            entry === current ? "bg-accent-soft" : "hover:bg-subtle",
          )}
        >
          <bdi className="min-w-0 truncate">{entry.name}</bdi>
          {entry.keys && <Keys keys={entry.keys} />}
        </button>
      ))}
    </fieldset>
  );
}
