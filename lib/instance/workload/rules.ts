const SILENT_MS = 60_000;

/** Whether a worker has been quiet for so long that it is probably gone; it says every few seconds that it is there. */
export const isSilent = (lastSeen: Date, now: Date): boolean =>
  now.getTime() - lastSeen.getTime() > SILENT_MS;
