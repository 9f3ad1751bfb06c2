import { durationText } from "#components/ui/time-text.ts";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { type Pen, parseAnsi, plain } from "./ansi.ts";
import { make } from "./elements.ts";
import { nextError } from "./excerpt.ts";
import { formatLogAddress, type LogAddress, parseLogAddress } from "./log-address.ts";
import { type CommandRows, createBlocks } from "./log-blocks.ts";

/** By this exit code a project asks to skip its build. */
const skipCode = 183;
const grouped = new Intl.NumberFormat("en");

type Command = {
  position: number;
  text: string;
  /** What it printed, without control sequences. */
  lines: string[];
  pen: Pen;
  exit: number | null | undefined;
  /** The person opened or closed it; from then on it stays so. */
  chosen: boolean;
  root: HTMLElement;
  toggle: HTMLButtonElement;
  meta: HTMLElement;
  body: HTMLElement;
  rows: CommandRows;
};

export type LogView = {
  apply(event: BuildEvent): void;
  /** The plain text of everything so far. */
  text(): string;
  /** The last command that did not end well; with `last`, only when no other followed it. */
  failure(last: boolean): { position: number; command: string; exit: number | null; lines: string[] } | null;
  /** Every line with this text, whatever its case; null finds lines that tell of an error. */
  find(text: string | null): LogAddress[];
  /** Opens the command and goes to the line, which is selected. */
  show(address: LogAddress): void;
  /** Goes to a line that was found, without selecting it; null forgets the last one. */
  reveal(address: LogAddress | null): void;
  destroy(): void;
};

/**
 * The log of a build as plain DOM, outside of React: one section per command. Fed with the build's events in
 * order. `data-following` of `root` says that its end is kept in view.
 */
export function createLogView(root: HTMLElement, onSelect: (address: LogAddress) => void): LogView {
  const commands = new Map<number, Command>();
  let selected: LogAddress | null = null;
  let marked: HTMLElement[] = [];
  let found: HTMLElement | null = null;
  let wanted = parseLogAddress(location.hash);
  let anchor: { command: number; line: number } | null = null;

  const blocks = createBlocks(
    (row, command, number) => {
      const { command: of, from = 0, to = 0 } = selected ?? {};
      if (command === of && from <= number && number <= to) markRow(row);
    },
    () => "following" in root.dataset,
  );

  const byPosition = (position: number): Command | undefined =>
    [...commands.values()].find((command) => command.position === position);

  const setOpen = (command: Command, open: boolean): void => {
    command.toggle.setAttribute("aria-expanded", String(open));
    if (open) command.body.removeAttribute("hidden");
    else command.body.setAttribute("hidden", "until-found");
  };

  const describe = (command: Command, seconds?: number): void => {
    const count = command.lines.length;
    const parts = [`${grouped.format(count)} ${count === 1 ? "line" : "lines"}`];
    if (seconds !== undefined) parts.push(durationText(Math.round(seconds)));
    if (command.exit === undefined) parts.unshift("running");
    else if (command.exit !== 0) parts.unshift(command.exit === null ? "stopped" : `exit ${command.exit}`);
    command.meta.textContent = parts.join(" · ");
  };

  const begin = (event: Extract<BuildEvent, { kind: "command" }>): void => {
    const section = make("section", "log-command");
    section.dataset.state = "running";
    const toggle = make("button", "log-head");
    toggle.type = "button";
    const body = make("div", "log-body");
    body.id = `log-${event.position}`;
    const meta = make("span", "log-meta");
    const mark = make("span", "log-mark");
    mark.setAttribute("aria-hidden", "true");
    toggle.append(mark, make("code", "log-text", event.command), meta);
    toggle.setAttribute("aria-controls", body.id);
    section.append(toggle, body);
    const command: Command = {
      position: event.position,
      text: event.command,
      lines: [],
      pen: plain,
      exit: undefined,
      chosen: false,
      root: section,
      toggle,
      meta,
      body,
      rows: blocks.begin(body, event.position),
    };
    toggle.addEventListener("click", () => {
      command.chosen = true;
      setOpen(command, command.body.hasAttribute("hidden"));
    });
    body.addEventListener("beforematch", () => {
      command.chosen = true;
      setOpen(command, true);
    });
    setOpen(command, true);
    describe(command);
    commands.set(event.command_id, command);
    root.append(section);
  };

  const append = (event: Extract<BuildEvent, { kind: "lines" }>): void => {
    const command = commands.get(event.command_id);
    if (!command) return;
    // What is there already came before the connection was lost.
    const fresh = event.lines.slice(Math.max(0, command.lines.length + 1 - event.first_line));
    const parsed = fresh.map((text) => {
      const { segments, pen } = parseAnsi(text, command.pen);
      command.pen = pen;
      return segments;
    });
    for (const line of parsed) command.lines.push(line.map(({ text }) => text).join(""));
    command.rows.add(parsed);
    describe(command);
    if (wanted && wanted.command === command.position && wanted.to <= command.lines.length) {
      const address = wanted;
      wanted = null;
      view.show(address);
    }
  };

  const end = (event: Extract<BuildEvent, { kind: "command_end" }>): void => {
    const command = commands.get(event.command_id);
    if (!command) return;
    command.exit = event.exit_code;
    const passed = event.exit_code === 0;
    command.root.dataset.state = passed ? "passed" : event.exit_code === skipCode ? "skipped" : "failed";
    describe(command, event.seconds);
    const named = parseLogAddress(location.hash)?.command === command.position;
    if (passed && !command.chosen && !named) setOpen(command, false);
  };

  const choose = (event: MouseEvent): void => {
    const label = event.target instanceof Element ? event.target.closest<HTMLElement>(".log-number") : null;
    const [position, number] = (label?.getAttribute("href") ?? "").replace("#", "").split("--").map(Number);
    if (!label || !position || !number) return;
    event.preventDefault();
    const from = event.shiftKey && anchor?.command === position ? anchor.line : number;
    if (!event.shiftKey) anchor = { command: position, line: number };
    const address = { command: position, from: Math.min(from, number), to: Math.max(from, number) };
    history.replaceState(history.state, "", formatLogAddress(address));
    mark(address);
  };

  const markRow = (row: HTMLElement): void => {
    row.dataset.marked = "";
    marked.push(row);
  };

  const mark = (address: LogAddress): void => {
    for (const row of marked) delete row.dataset.marked;
    marked = [];
    selected = address;
    onSelect(address);
    const command = byPosition(address.command);
    if (!command) return;
    const last = Math.min(address.to, command.lines.length);
    for (let number = address.from; number <= last; number += 1) {
      // One that is not drawn yet is marked when it is.
      const row = command.rows.drawn(number);
      if (row) markRow(row);
    }
  };

  const follow = (): void => {
    const address = parseLogAddress(location.hash);
    if (address) view.show(address);
  };

  const view: LogView = {
    apply(event) {
      if (event.kind === "command") begin(event);
      else if (event.kind === "lines") append(event);
      else if (event.kind === "command_end") end(event);
      else if (event.kind === "state" && event.state === "triggered") {
        // The attempt before was lost with its worker: its log is gone.
        commands.clear();
        blocks.clear();
        root.replaceChildren();
      }
    },
    text() {
      return [...commands.values()]
        .map((command) => [`$ ${command.text}`, ...command.lines].join("\n"))
        .join("\n\n");
    },
    failure(last) {
      const newest = [...commands.values()].reverse();
      const failed = newest.find(({ exit }) => exit !== undefined && exit !== 0);
      if (!failed || (last && failed !== newest[0])) return null;
      const { position, text, exit = null, lines } = failed;
      return { position, command: text, exit, lines };
    },
    find(text) {
      const wanted = text?.toLowerCase();
      return [...commands.values()].flatMap(({ position, lines }) =>
        lines.flatMap((line, index) => {
          const hit = wanted === undefined ? nextError([line]) === 0 : line.toLowerCase().includes(wanted);
          return hit ? [{ command: position, from: index + 1, to: index + 1 }] : [];
        }),
      );
    },
    show(address) {
      const command = byPosition(address.command);
      if (!command) return;
      command.chosen = true;
      setOpen(command, true);
      mark(address);
      (command.rows.row(address.from) ?? command.root).scrollIntoView({ block: "center" });
    },
    reveal(address) {
      if (found) delete found.dataset.found;
      found = null;
      const command = address && byPosition(address.command);
      if (!address || !command) return;
      found = command.rows.row(address.from);
      if (!found) return;
      command.chosen = true;
      setOpen(command, true);
      found.dataset.found = "";
      found.scrollIntoView({ block: "center" });
    },
    destroy() {
      root.removeEventListener("click", choose);
      window.removeEventListener("hashchange", follow);
      blocks.destroy();
      root.replaceChildren();
    },
  };
  root.addEventListener("click", choose);
  window.addEventListener("hashchange", follow);
  return view;
}
