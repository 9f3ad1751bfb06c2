/** Whether choosing a build goes back to an older one than is served, or forward; also forward where nothing is served. */
export const directionOf = (served: number | null, chosen: number): "rollback" | "promotion" =>
  served !== null && chosen < served ? "rollback" : "promotion";

/** How long a build that somebody has chosen keeps its files at least, in milliseconds: they may want to come back to it. */
export const chosenKeptMs = 30 * 86_400_000;
