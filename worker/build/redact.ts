/** Shorter values would mangle the log more than they would hide. */
const shortestSecret = 4;
const mask = "****";

/** Replaces every private value, each line of one that has several. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const parts = [...new Set(secrets.flatMap((secret) => secret.split(/\r?\n/)))]
    .filter((part) => part.trim().length >= shortestSecret)
    .sort((one, other) => other.length - one.length);
  return (text) => parts.reduce((shown, part) => shown.replaceAll(part, mask), text);
}
