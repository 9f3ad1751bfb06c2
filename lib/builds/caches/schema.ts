/** What kind of thing is kept: what installers have downloaded, or the environment they have installed into. */
export const cacheKinds = ["downloads", "environment"] as const;
export type CacheKind = (typeof cacheKinds)[number];

/** An archive that builds of a project have kept. `bytes` is its size in storage. */
export type KeptCache = {
  readonly key: string;
  readonly storageKey: string;
  readonly bytes: bigint;
};
