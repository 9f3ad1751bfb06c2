import { z } from "zod";

/** ISO 8601 in UTC with `Z`; a fraction only when it is not zero, then six digits (spec/api-v3.md 1.2). */
export function wireDate(date: Date): string {
  const text = date.toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, 19)}Z` : `${text.slice(0, 23)}000Z`;
}

export const wireDateOrNull = (date: Date | null): string | null => (date ? wireDate(date) : null);

/** The schema of a moment in an answer. */
export const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/)
  .meta({ format: "date-time" });
