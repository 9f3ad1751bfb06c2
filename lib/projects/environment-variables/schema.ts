import { z } from "zod";
import { flag, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { longestValue, nameProblem, valueProblem } from "#lib/projects/environment-variables/rules.ts";

/** What is shown of an environment variable; its value never is. */
export const environmentVariableJson = z
  .object({
    pk: z.int(),
    created: moment,
    modified: moment,
    project: z.string(),
    public: z.boolean(),
    name: z.string(),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "EnvironmentVariable" });
export type EnvironmentVariableJson = z.infer<typeof environmentVariableJson>;

/** `expand=details`. */
const details = z
  .object({
    created_by: z.string().nullable().describe("Who added it; null when they have left."),
    value_bytes: z.int().min(0),
  })
  .meta({ id: "EnvironmentVariableDetails" });
export const environmentVariableAnswer = environmentVariableJson
  .extend({ details: details.optional() })
  .meta({ id: "EnvironmentVariableWithDetails" });
export type EnvironmentVariableAnswer = z.infer<typeof environmentVariableAnswer>;

const name = text({ max: 128, rules: [nameProblem] });
const value = text({ max: longestValue, rules: [valueProblem] });
/** Null counts as false. */
const isPublic = flag().nullable().optional();

/** POST (spec/api-v3.md 4.7). */
export const environmentVariableInput = z
  .object({ name, value, public: isPublic })
  .meta({ id: "EnvironmentVariableInput" });
export type EnvironmentVariableInput = z.output<typeof environmentVariableInput>;

/** PATCH: a new value, or for whom it is (decision 9). The name stays. */
export const environmentVariableChanges = z
  .object({ value: value.optional(), public: isPublic })
  .meta({ id: "EnvironmentVariableChanges" });
export type EnvironmentVariableChanges = z.output<typeof environmentVariableChanges>;
