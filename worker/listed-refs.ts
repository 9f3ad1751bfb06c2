import type { RemoteRefs } from "#lib/platform/git/git.ts";
import type { ListedRefs } from "#lib/versions/refs/commands.ts";

/** What git listed, as a sync of versions takes it. */
export const listedRefs = ({ branches, tags, defaultBranch }: RemoteRefs): ListedRefs => ({
  refs: [
    ...[...tags].map(([name, commit]) => ({ type: "tag" as const, name, commit })),
    ...[...branches].map(([name, commit]) => ({ type: "branch" as const, name, commit })),
  ],
  defaultBranch,
});
