import type { BuildEnvironment, EnvironmentJson } from "#lib/builds/environments/schema.ts";

/** The environment of a build as the API shows it. */
export function presentEnvironment(environment: BuildEnvironment | null): EnvironmentJson {
  if (!environment) return { system: null, variables: [] };
  const { os, isolation, network, memoryHeldBy, tools } = environment.system;
  return {
    system: { os, isolation, network, memory_held_by: memoryHeldBy ?? null, tools },
    variables: environment.variables,
  };
}
