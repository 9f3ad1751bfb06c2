const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `4.1 kB`: a size in decimal units, one digit after the point below 100. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // 999.5 would be written as 1000.
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 ? 0 : 1;
  return `${Number(size.toFixed(digits))} ${units[unit]}`;
}
