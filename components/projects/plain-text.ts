const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The text of a notification: the API escapes it for HTML, React would do so a second time. */
export const plainText = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => characters[name] ?? whole);
