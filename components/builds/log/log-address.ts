/** A line or a range of lines of one command: what `#<command>--<line>` and `#<command>--<from>-<to>` name; `-L` may stand for `--`. */
export type LogAddress = { command: number; from: number; to: number };

export function parseLogAddress(hash: string): LogAddress | null {
  const match = /^#?(\d{1,6})-[-L](\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash);
  if (!match) return null;
  const first = Number(match[2]);
  const second = match[3] === undefined ? first : Number(match[3]);
  return { command: Number(match[1]), from: Math.min(first, second), to: Math.max(first, second) };
}

export function formatLogAddress({ command, from, to }: LogAddress): string {
  return from === to ? `#${command}--${from}` : `#${command}--${from}-${to}`;
}
