import { z } from "zod";

/**
 * Query filters (spec/api-v3.md 1.10). An absent or empty value is no filter. All read one string, the last of a repeated
 * parameter, with surrounding white space removed.
 */
const given = (value: string | undefined): string | undefined => {
  const trimmed = value?.trim();
  return trimmed === "" ? undefined : trimmed;
};

/** A text, compared as the query that uses it says; `max` characters at most. */
export const filterText = ({ max = Number.POSITIVE_INFINITY } = {}) =>
  z
    .string()
    .optional()
    .transform((value, ctx) => {
      const wanted = given(value);
      if ((wanted?.length ?? 0) <= max) return wanted;
      ctx.addIssue(`Ensure this field has no more than ${max} characters.`);
      return z.NEVER;
    })
    .meta({ type: "string", ...(max < Number.POSITIVE_INFINITY && { maxLength: max }) });

/** One of a closed set, case-sensitive; anything else is 400. */
export const filterChoice = <const T extends string>(values: readonly T[]) =>
  z
    .string()
    .optional()
    .transform((value, ctx): T | undefined => {
      const wanted = given(value);
      const found = values.find((known) => known === wanted);
      if (wanted !== undefined && found === undefined) {
        ctx.addIssue(`Select a valid choice. ${wanted} is not one of the available choices.`);
      }
      return found;
    })
    .meta({ type: "string", enum: [...values] });

/** The id of a row; what no row can have is -1, which is nobody's. */
export const filterId = () =>
  z
    .string()
    .optional()
    .transform((value): number | undefined => {
      const wanted = given(value);
      if (wanted === undefined) return undefined;
      return /^\d{1,10}$/.test(wanted) && Number(wanted) < 2 ** 31 ? Number(wanted) : -1;
    })
    .meta({ type: "integer" });

/** `true`, `false`, `1`, `0` in any case; anything else is ignored. */
export const filterFlag = () =>
  z
    .string()
    .optional()
    .transform((value): boolean | undefined => {
      const wanted = given(value)?.toLowerCase();
      if (wanted === "true" || wanted === "1") return true;
      if (wanted === "false" || wanted === "0") return false;
      return undefined;
    })
    .meta({ type: "boolean" });

/** A comma-separated list; unknown members match nothing. */
export const filterMembers = <const T extends string>(values: readonly T[]) =>
  z
    .string()
    .optional()
    .transform((value): T[] | undefined => {
      const wanted = given(value)?.split(",");
      return wanted && values.filter((known) => wanted.includes(known));
    })
    .meta({ type: "string" });

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day such as `2026-11-21`, read as its first moment in UTC; anything else is 400. */
export const filterDay = () =>
  z
    .string()
    .optional()
    .transform((value, ctx): Date | undefined => {
      const wanted = given(value);
      if (wanted === undefined) return undefined;
      const day = new Date(`${wanted}T00:00:00Z`);
      if (DAY.test(wanted) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(wanted))
        return day;
      ctx.addIssue("Enter a date as YYYY-MM-DD.");
      return z.NEVER;
    })
    .meta({ type: "string", format: "date" });
