/** A line that only fetches from the origin. */
export type PlainFetch = {
  readonly text: string;
  readonly args: readonly string[];
  /** It ends in `|| true`. */
  readonly mayFail: boolean;
};

const option =
  /^(--(unshallow|tags|all|force|prune|prune-tags|quiet|verbose|no-tags|update-shallow)|--(depth|deepen)=\d+|-[afpqtv]+)$/;
/** Never something with a colon before its first slash: that would be another repository's address. */
const refspec = /^\+?[a-zA-Z0-9][\w./*-]*(:[a-zA-Z0-9][\w./*-]*)?$/;

/** Reads a command line of a project. Null for all that could do anything but fetch from the origin. */
export function plainFetch(line: string): PlainFetch | null {
  const [, command = "", suffix] = /^(git fetch(?: .*?)?)( *\|\| *true)?$/.exec(line.trim()) ?? [];
  const [, , ...words] = command.split(/ +/);
  if (command === "") return null;
  const args = ["fetch"];
  let origin = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = words[at + 1] ?? "";
    if (option.test(word)) args.push(word);
    else if (/^--(depth|deepen)$/.test(word) && /^\d+$/.test(next)) args.push(`${word}=${words[(at += 1)]}`);
    else if (!origin && word === "origin") {
      origin = true;
      args.push(word);
    } else if (origin && refspec.test(word)) args.push(word);
    else return null;
  }
  return { text: line, args, mayFail: suffix !== undefined };
}
