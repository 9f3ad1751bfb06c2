/** A case-insensitive "contains" filter in which `%`, `_` and `\` stand for themselves. */
export const containing = (text: string) =>
  ({ contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" }) as const;
