/** What stands in the controls of a form, by their names. */
export type FormTexts = Readonly<Record<string, string>>;

export type ThreeWay = {
  /** Changed by both, and differently. */
  clashes: readonly string[];
  /** Changed by the others alone: their value is taken over, so that saving does not undo it. */
  theirs: readonly string[];
};

/** Compares a form as it was first shown, as it is, and as the others have left it meanwhile. */
export function compare(first: FormTexts, mine: FormTexts, others: FormTexts): ThreeWay {
  const clashes: string[] = [];
  const theirs: string[] = [];
  for (const [name, now] of Object.entries(others)) {
    if (now === first[name] || now === mine[name]) continue;
    (mine[name] === first[name] ? theirs : clashes).push(name);
  }
  return { clashes, theirs };
}
