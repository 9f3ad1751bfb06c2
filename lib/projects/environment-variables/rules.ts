/** In characters, and in bytes as the database counts. */
export const longestValue = 48_000;
/** Of all of a project together, in bytes. */
export const mostBytes = 256_000;
export const tooMuch = "The total size of all environment variables in the project cannot exceed 256 KB.";

/** The sandbox takes no more than some three thousand, and a build that it cannot start would not say why. */
export const mostVariables = 1_000;
export const tooMany = `This project has reached the limit of ${mostVariables} environment variables.`;

export const bytesOf = (value: string): number => new TextEncoder().encode(value).length;

const reservedPrefixes = ["READTHEDOCS", "LECTERN"];

/** Why a variable cannot have a name, or null: what builds set themselves, and what no shell could read. */
export function nameProblem(name: string): string | null {
  if (name.startsWith("__")) return "Variable name can't start with __ (double underscore).";
  const reserved = reservedPrefixes.find((prefix) => name.startsWith(prefix));
  if (reserved !== undefined) return `Variable name can't start with ${reserved}.`;
  if (name === "PATH")
    return "PATH is how builds find their tools and can't be replaced. Extend it in your own commands.";
  if (/\s/.test(name)) return "Variable name can't contain spaces.";
  if (!/^[A-Za-z0-9_]+$/.test(name)) return "Only letters, numbers and underscores are allowed.";
  if (/^\d/.test(name)) return "Variable name can't start with a digit.";
  return null;
}

/** What the database could not keep although the characters are few enough, or null. */
export const valueProblem = (value: string): string | null =>
  [...value].length <= longestValue && bytesOf(value) > longestValue
    ? `Ensure this field has no more than ${longestValue} bytes in UTF-8.`
    : null;

export const nameTaken = "There is already a variable with this name for this project.";
