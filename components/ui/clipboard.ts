/**
 * Puts a text on the clipboard. One that is still on its way is handed over as a promise within the click, because some browsers
 * refuse whoever comes later. Rejects where the clipboard refuses, and when the text never comes.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text);
  const blob = text.then((arrived) => new Blob([arrived], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
