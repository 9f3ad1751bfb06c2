import { z } from "zod";

/**
 * What a build ran in, as its worker writes it down. `tools` holds the full version of each tool; `value` is null for a private
 * variable; `predefined` variables come from Lectern, the others from the project (spec/builds.md 8).
 */
export const buildEnvironment = z.object({
  system: z.object({
    os: z.string(),
    isolation: z.string(),
    network: z.string(),
    /** Who ends a build that uses too much memory: `kernel` or `watcher`. */
    memoryHeldBy: z.string().optional(),
    tools: z.record(z.string(), z.string()),
  }),
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable(), predefined: z.boolean() })),
});
export type BuildEnvironment = z.infer<typeof buildEnvironment>;

/** GET …/builds/<id>/environment/. `system` is null until the build has one. */
export const environmentJson = z
  .object({
    system: z
      .object({
        os: z.string(),
        isolation: z.string(),
        network: z.string(),
        memory_held_by: z.string().nullable(),
        tools: z.record(z.string(), z.string()),
      })
      .nullable(),
    variables: buildEnvironment.shape.variables,
  })
  .meta({ id: "BuildEnvironment" });
export type EnvironmentJson = z.infer<typeof environmentJson>;
