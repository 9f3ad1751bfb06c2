export type EnvLine = { name: string; value: string };

/** Name, then either a quoted value, which may go over several lines, or the rest of the line. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([^\s=#][^\n=]*?)[ \t]*=[ \t]*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^\n]*))[^\n]*$/gm;

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

/**
 * What a `.env` text sets, in its order; of a name that comes twice the last value counts. Comments and lines that set nothing are
 * left out. Values in double quotes may hold `\n` and the like; after one without quotes, ` #` begins a comment.
 */
export function readEnvText(text: string): EnvLine[] {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, plain = ""] of text.replace(/\r\n?/g, "\n").matchAll(assignment)) {
    const value =
      double?.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter) ??
      single ??
      plain.replace(/(?:^|\s)#.*$/, "").trim();
    found.set(name, value);
  }
  return [...found].map(([name, value]) => ({ name, value }));
}

/** Whether what somebody pasted where a name was wanted is a whole `.env` text. */
export const isEnvText = (text: string): boolean => /[=\n]/.test(text.trim()) && readEnvText(text).length > 0;
