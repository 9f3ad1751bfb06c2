import type { BuildEnvironment } from "#lib/builds/environments/schema.ts";

type OwnVariable = { readonly name: string; readonly value: string; readonly public: boolean };

/**
 * The variables of a build's commands as they may be shown, by name. What a project keeps private has no value here, whatever
 * other variable repeats it.
 */
export function shownVariables(
  given: Readonly<Record<string, string>>,
  own: readonly OwnVariable[],
): BuildEnvironment["variables"] {
  const ofProject = new Map(own.map((variable) => [variable.name, variable]));
  const secrets = own.filter((variable) => !variable.public && variable.value !== "");
  return Object.entries(given)
    .map(([name, value]) => {
      const hidden = secrets.some((secret) => secret.name === name || value.includes(secret.value));
      return { name, value: hidden ? null : value, predefined: !ofProject.has(name) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
