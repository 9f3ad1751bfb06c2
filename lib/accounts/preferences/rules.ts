/** A message unless it is the name of a time zone, such as `Europe/Berlin`. */
export const timeZoneRule = (zone: string): string | null => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return null;
  } catch {
    return `"${zone}" is not a time zone.`;
  }
};
