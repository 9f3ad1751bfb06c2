import { resource } from "#components/resource.ts";

export const mostRunning = 20;

/** What runs or waits in the person's projects, the newest first. */
export const runningBuildsResource = () =>
  resource("/api/v3/account/running-builds/", {}, { limit: mostRunning });
