import { z } from "zod";
import type { RepositoryPolicy } from "#lib/projects/rules/repository.ts";
import { projectInput } from "#lib/projects/schema.ts";

/** `unknown`: it cannot be asked before it is imported, for example because it is reached by SSH. */
export const repositoryStates = [
  "found",
  "empty",
  "credentials",
  "missing",
  "unreachable",
  "unknown",
] as const;

/** POST /projects/check/: the repository as a new project would name it. */
export const repositoryCheckInput = (policy: RepositoryPolicy) =>
  projectInput(policy).pick({ repository: true }).meta({ id: "RepositoryCheckInput" });

/** What a repository answered. The last three are null unless it was found. */
export const repositoryCheckJson = z
  .object({
    state: z.enum(repositoryStates),
    /** The same in a sentence. */
    detail: z.string(),
    default_branch: z.string().nullable(),
    branches: z.int().nullable(),
    tags: z.int().nullable(),
  })
  .meta({ id: "RepositoryCheck" });
export type RepositoryCheckJson = z.infer<typeof repositoryCheckJson>;
