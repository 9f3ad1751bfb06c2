/** So many versions one request may name. */
export const mostVersionsAtOnce = 2_000;
