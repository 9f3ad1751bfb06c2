/** How a host is named in an address of the API, where a dot would begin the name of a format. */
export const hostId = (host: string): string => Buffer.from(host).toString("base64url");

export const hostOfId = (id: string): string => Buffer.from(id, "base64url").toString();
