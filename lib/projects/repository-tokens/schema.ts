import { z } from "zod";
import { oneLine, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

/** Both are sent in a line of their own. */
const userName = (value: string): string | null =>
  value.includes(":") ? "A user name cannot hold a colon." : oneLine(value);

/** `username` is what the host asks for beside a token; most take any. */
export const repositoryTokenInput = z
  .object({
    username: text({ max: 255, rules: [userName] }).default("git"),
    token: text({ max: 4096, rules: [oneLine] }),
  })
  .meta({ id: "RepositoryTokenInput" });
export type RepositoryTokenInput = z.output<typeof repositoryTokenInput>;

/** What is shown of a token; its text is never in an answer. */
export const repositoryTokenJson = z
  .object({
    username: z.string(),
    last_four: z.string(),
    /** The only place it is sent to. */
    origin: z.string(),
    created: moment,
    last_used: moment.nullable(),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "RepositoryToken" });
export type RepositoryTokenJson = z.infer<typeof repositoryTokenJson>;
