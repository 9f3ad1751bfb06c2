"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { projectsResource } from "#components/projects/api.ts";
import { apiPaths, paths } from "#lib/paths.ts";
import { commandsHere, press } from "./shortcuts.ts";
import { setTheme } from "./theme.ts";

/** One line of the palette: a page to go to, or something to do. */
export type Entry = {
  id: string;
  section: "Recent" | "Go to" | "Do" | "Projects" | "Help";
  name: string;
  keys?: string;
  href?: string;
  run?: () => void;
  /** One of many alike: offered once something was typed. */
  ofRow?: boolean;
};

const most = 5;
/** Pages gone to since this tab was loaded, newest first. Nothing of it is stored: names may be private. */
let recent: readonly { name: string; href: string }[] = [];

export function rememberPage(name: string, href: string): void {
  recent = [{ name, href }, ...recent.filter((page) => page.href !== href)].slice(0, most);
}

const homePages: readonly { name: string; href: string }[] = [
  { name: "Projects", href: paths.projects() },
  { name: "Import project", href: paths.importManually() },
  { name: "Inbox", href: paths.inbox() },
  { name: "Profile", href: paths.profile() },
  { name: "API tokens", href: paths.tokens() },
  { name: "Sessions", href: paths.sessions() },
];

const ofSidebar = (element: Element): boolean => element.closest("[data-sidebar]") !== null;

/** What the page itself offers: its navigation, and its commands. */
function entriesOfPage(): Entry[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-sidebar] a")];
  const pages = links.map((link): Entry => {
    const keys = link.dataset.shortcut;
    const name = link.textContent?.trim() ?? "";
    return { id: `page ${link.href}`, section: "Go to", name, href: link.pathname, ...(keys && { keys }) };
  });
  const acts = commandsHere()
    .filter(({ element }) => element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement)
    .filter(({ element }) => !element.closest("[data-sidebar] li"))
    // What the page is for comes before what only changes how it looks.
    .toSorted((one, other) => Number(ofSidebar(one.element)) - Number(ofSidebar(other.element)))
    .map(
      (one, at): Entry => ({
        id: `do ${at}`,
        section: "Do",
        name: one.name,
        ...(one.keys && { keys: one.keys }),
        run: () => press(one),
        ofRow: one.element.closest("tbody") !== null,
      }),
    );
  const done = new Set(acts.map(({ name }) => name));
  return [...pages.filter(({ name }) => !done.has(name)), ...acts];
}

const themes = ["light", "dark", "system"] as const;

/** Everything the palette can offer here for what was typed; what does not fit is left out by the palette. */
export function usePaletteEntries(
  typed: string,
  project: string | undefined,
  onShortcuts: () => void,
): readonly Entry[] {
  const [ofPage] = useState(entriesOfPage);
  const name = useDeferredValue(typed.trim());
  const projects = useQuery({
    ...projectsResource({ name }),
    enabled: name.length > 1,
    placeholderData: keepPreviousData,
  });
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1];
  const known = new Set(ofPage.map(({ name }) => name));
  return [
    ...(typed === "" ? recent : []).map(
      (page): Entry => ({
        id: `recent ${page.href}`,
        section: "Recent",
        ...page,
      }),
    ),
    ...(project !== undefined && number !== undefined
      ? [
          {
            id: "build",
            section: "Go to",
            name: `Build #${number}`,
            href: paths.build(project, Number(number)),
          } as const,
        ]
      : []),
    ...ofPage.filter(({ ofRow }) => !ofRow || typed !== ""),
    ...homePages
      .filter((page) => !known.has(page.name))
      .map((page): Entry => ({ id: `home ${page.href}`, section: "Go to", ...page })),
    ...themes.map(
      (theme): Entry => ({
        id: `theme ${theme}`,
        section: "Do",
        name: `Switch to the ${theme} theme`,
        run: () => setTheme(theme),
      }),
    ),
    ...(name.length > 1 ? (projects.data?.results ?? []) : []).map(
      (one): Entry => ({
        id: `project ${one.slug}`,
        section: "Projects",
        name: one.name,
        href: paths.project(one.slug),
      }),
    ),
    { id: "shortcuts", section: "Help", name: "Keyboard shortcuts", keys: "?", run: onShortcuts },
    { id: "api", section: "Help", name: "API", run: () => location.assign(apiPaths.root()) },
  ];
}
