/** The root as a page for people; the only HTML of the API (decision 3). Addresses are ours, nothing needs escaping but quotes. */
export function renderRoot(entries: Readonly<Record<string, string>>): Response {
  const quoted = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const items = Object.entries(entries)
    .map(([name, href]) => `<li><a href="${quoted(href)}">${quoted(name)}</a></li>`)
    .join("\n");
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Lectern API v3</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>Lectern API v3</h1>
<p>Every answer below this address is JSON. Send <code>Authorization: Token …</code> to act as yourself.</p>
<ul>
${items}
</ul>
</html>
`;
  return new Response(page, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}
