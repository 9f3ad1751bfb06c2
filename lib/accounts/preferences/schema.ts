import { z } from "zod";
import { timeZoneRule } from "#lib/accounts/preferences/rules.ts";
import { choice, flag, text } from "#lib/platform/wire/coerce.ts";

export const themes = ["system", "light", "dark"] as const;
export const densities = ["compact", "regular", "comfortable"] as const;
/** `relative` says “3 min ago” within a week. */
export const timeStyles = ["relative", "absolute"] as const;

/** The column of a user. Absent keys have their defaults, and what an older release wrote otherwise counts as absent. */
export const storedPreferences = z.object({
  theme: z.enum(themes).catch("system"),
  density: z.enum(densities).catch("regular"),
  times: z.enum(timeStyles).catch("relative"),
  single_keys: z.boolean().catch(true),
  reduce_motion: z.boolean().catch(false),
});

/** How somebody wants the dashboard to look and behave. `time_zone` null means UTC. */
export const preferencesJson = z
  .object({
    theme: z.enum(themes),
    density: z.enum(densities).meta({ description: "How high the rows of lists are." }),
    times: z.enum(timeStyles),
    single_keys: z.boolean().meta({ description: "Whether single keys are shortcuts." }),
    reduce_motion: z.boolean(),
    time_zone: z.string().nullable(),
  })
  .meta({ id: "Preferences" });
export type Preferences = z.infer<typeof preferencesJson>;

export const preferencesInput = z
  .object({
    theme: choice(themes),
    density: choice(densities),
    times: choice(timeStyles),
    single_keys: flag(),
    reduce_motion: flag(),
    time_zone: text({ max: 64, rules: [timeZoneRule] }).nullable(),
  })
  .partial()
  .meta({ id: "PreferencesInput" });
export type PreferencesInput = z.output<typeof preferencesInput>;
