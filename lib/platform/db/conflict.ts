import { invalid } from "#lib/platform/errors.ts";

/**
 * For `.catch(onDuplicate("projects_slug_key", "name", "…"))` after an insert or update: a violation of that unique
 * constraint becomes a 400 under `field`; every other error passes. The transaction is lost either way.
 */
export function onDuplicate(constraint: string, field: string, message: string): (error: unknown) => never {
  return (error) => {
    throw isDuplicate(error, constraint) ? invalid({ [field]: [message] }) : error;
  };
}

/** Whether `error` is Prisma's report of a violation of the unique constraint (or index) of that name. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  if (property(error, "code") !== "P2002") return false;
  // Prisma names columns, which two indexes may share; the server's own words, kept by the adapter, name the index.
  const cause = property(property(property(error, "meta"), "driverAdapterError"), "cause");
  const words = property(cause, "originalMessage");
  return typeof words === "string" && new RegExp(`\\b${constraint}\\b`).test(words);
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
