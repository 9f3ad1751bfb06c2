const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a table for a statement by hand, named like the fields of a Prisma select. */
export const columnList = (table: string, fields: object): string =>
  Object.keys(fields)
    .map((field) => `${table}.${columnName(field)} as "${field}"`)
    .join(", ");

/** The same as what `json_build_object` takes. */
export const jsonOf = (table: string, fields: object): string =>
  Object.keys(fields)
    .map((field) => `'${field}', ${table}.${columnName(field)}`)
    .join(", ");
