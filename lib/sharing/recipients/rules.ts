/** How many people a share may have who are not revoked. */
export const mostRecipients = 1_000;
