import { LRUCache } from "lru-cache";

/** Texts worth remembering to be told apart from those seen once, and how often makes one worth a plan of its own. */
const remembered = 1000;
const often = 5;
/** Each connection keeps the plans of this many statements at most: a large one takes some hundred kilobytes there. */
const most = 200;

/**
 * Gives the statements that come again and again a name, so that the server plans each once per connection instead of each time:
 * reading a project costs more planning than reading. The others stay without (`""`): lists of ids come in every length.
 */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new LRUCache<string, number>({ max: remembered });
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= most) return "";
    const times = (seen.get(sql) ?? 0) + 1;
    if (times < often) {
      seen.set(sql, times);
      return "";
    }
    seen.delete(sql);
    const name = `lectern_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
