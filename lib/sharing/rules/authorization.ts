/**
 * The header token of an Authorization header: `Token <t>`, or Basic with the token as the user and an empty password
 * (spec/serving.md 14.3). Null for everything else.
 */
export function headerToken(authorization: string): string | null {
  const [, scheme = "", credentials = ""] = /^([A-Za-z]+) +([\x21-\x7e]+) *$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case "token":
      return credentials;
    case "basic":
      return userWithoutPassword(credentials);
    default:
      return null;
  }
}

function userWithoutPassword(credentials: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credentials)) return null;
  const pair = Buffer.from(credentials, "base64").toString("latin1");
  return pair.length > 1 && pair.indexOf(":") === pair.length - 1 ? pair.slice(0, -1) : null;
}
