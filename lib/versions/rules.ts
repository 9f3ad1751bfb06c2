const dayMs = 86_400_000;

/** How long the files of a version stay in storage after it was taken off its site, in milliseconds (architecture 11). */
export const filesKeptMs = { deactivated: 7 * dayMs, deleted: 14 * dayMs } as const;

/** Why the version that a project's address leads to cannot be taken off, and the way out. */
export const defaultVersionStays = (name: string): string =>
  `${name} is the default version. Choose another default version in the project's settings first.`;
