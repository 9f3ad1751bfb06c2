import type { Segment } from "./ansi.ts";
import { make } from "./elements.ts";

const links = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g;

/** Text with its web addresses as links. */
function linked(text: string, into: Element): void {
  let from = 0;
  for (const match of text.matchAll(links)) {
    into.append(text.slice(from, match.index));
    const link = make("a", "log-link", match[0]);
    link.href = match[0];
    link.rel = "noopener noreferrer nofollow";
    into.append(link);
    from = match.index + match[0].length;
  }
  into.append(text.slice(from));
}

/** Makes the rows of a log: the number of a line, which is its address, and the line. They are copies of one: a log has many. */
export function rowMaker(): (command: number, number: number, line: readonly Segment[]) => HTMLElement {
  const pattern = make("div", "log-line");
  pattern.append(make("a", "log-number"));
  return (command, number, line) => {
    const row = document.importNode(pattern, true);
    const [label] = row.children;
    if (!label) return row;
    row.id = `${command}--${number}`;
    label.setAttribute("href", `#${row.id}`);
    label.setAttribute("data-number", String(number));
    label.setAttribute("aria-label", `Line ${number}`);
    for (const { text, color, bold, dim } of line) {
      if (!color && !bold && !dim) {
        linked(text, row);
        continue;
      }
      const classes = [color && `log-${color}`, bold && "log-bold", dim && "log-dim"];
      const span = make("span", classes.filter(Boolean).join(" "));
      linked(text, span);
      row.append(span);
    }
    return row;
  };
}
