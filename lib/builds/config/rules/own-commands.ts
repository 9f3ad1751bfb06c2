import type { BuildConfig } from "#lib/builds/config/schema.ts";

/** Every line of the project's own that a build may run. */
export function ownCommands({ build }: BuildConfig): string[] {
  const { build: formats, create_environment, install, ...hooks } = build.jobs;
  const lists = [
    build.commands,
    create_environment,
    install,
    ...Object.values(formats),
    ...Object.values(hooks),
  ];
  return lists.flatMap((lines) => lines ?? []);
}
