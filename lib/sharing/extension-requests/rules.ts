/** How often a day more time may be asked for, by everybody who holds a share together. */
export const mostAsksPerDay = 3;

/** The notice of a request. */
export const aboutRequest = (id: number) =>
  ({ messageId: "project:share:extension-asked", subject: `extension-request:${id}` }) as const;
