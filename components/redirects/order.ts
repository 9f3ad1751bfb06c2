type Placed = { position: number };

/** The list with one of it put at another place (from 0; beyond the end is the end), and positions to match. */
export function moved<T extends Placed>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const one = list[from];
  const order = one ? [...rest.slice(0, to), one, ...rest.slice(to)] : rest;
  return order.map((item, position) => (item.position === position ? item : { ...item, position }));
}
