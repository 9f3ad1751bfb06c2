/** The only source of the current time outside SQL, so that tests can move it. */
export const clock = {
  now: (): Date => new Date(),
};
