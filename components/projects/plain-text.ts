const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** The text of a notification: the API escapes it for HTML, React would do so a second time. */
export const plainText = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => characters[name] ?? whole);
