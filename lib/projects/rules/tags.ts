import { z } from "zod";
import { badCharacters, pythonType } from "#lib/platform/wire/coerce.ts";

const longestTag = 100;
const mostTags = 100;

function tagProblem(value: unknown): string | null {
  if (!Array.isArray(value)) return `Expected a list of items but got type "${pythonType(value)}".`;
  if (value.length > mostTags) return `Ensure this field has no more than ${mostTags} elements.`;
  for (const tag of value as unknown[]) {
    if (typeof tag !== "string") return "All list items must be of string type.";
    if (tag === "") return "This field may not be blank.";
    if ([...tag].length > longestTag) return `Ensure this field has no more than ${longestTag} characters.`;
    const bad = badCharacters(tag);
    if (bad) return bad;
  }
  return null;
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value === "") return [];
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * A list of tags, or a string holding one as JSON. Duplicates are merged; blanks and case are kept as they are
 * (spec/api-v3.md 4.1).
 */
export const tagsInput = () =>
  z
    .unknown()
    .transform((value, context): string[] => {
      const list = parsed(value);
      const problem =
        value === undefined
          ? "This field is required."
          : value === null
            ? "This field may not be null."
            : list === undefined
              ? "Invalid json list. A tag list submitted in string form must be valid json."
              : tagProblem(list);
      if (problem === null) return [...new Set(list as string[])];
      context.addIssue(problem);
      return z.NEVER;
    })
    .meta({ type: "array", items: { type: "string", maxLength: longestTag } });
