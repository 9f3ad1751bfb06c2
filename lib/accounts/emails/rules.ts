/** The notice of somebody whose main address waits to be verified. */
export const emailPending = "core:email:validation-pending";

/** How many addresses one account may have. */
export const MOST_EMAILS = 10;
