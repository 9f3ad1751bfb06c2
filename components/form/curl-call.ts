/** A word of a shell, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A write to the API as a command of a shell; the token is the person's to put in. */
export const curlCall = (method: string, url: string, body: object): string =>
  [
    `curl -X ${method} ${quoted(url)}`,
    `  -H "Authorization: Token $TOKEN"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n");
