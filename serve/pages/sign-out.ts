import { html, renderPage } from "#serve/pages/page.ts";

/** Asks a member who is logged in to a docs host whether to log out; the form posts to `action`. */
export function logOutHtml(host: string, action: string): string {
  return renderPage({
    title: "Log out",
    card: html`<p>You are logged in to <strong>${host}</strong>.</p><form method="post" action="${action}"><button class="button">Log out</button></form>`,
    below: html`You stay logged in to the dashboard and to other documentation.`,
  });
}

/** Nobody is logged in to a docs host with this browser, perhaps since a moment ago. */
export function loggedOutHtml(host: string, logInAddress: string): string {
  return renderPage({
    title: "Logged out",
    card: html`<p>You are not logged in to <strong>${host}</strong>.</p><p><a href="/">Go to the documentation</a> or <a href="${logInAddress}">log in</a>.</p>`,
  });
}

/** Another site has tried to log a reader out. */
export function logOutRefusedHtml(host: string): string {
  return renderPage({
    title: "Not logged out",
    card: html`<p>Only pages of <strong>${host}</strong> can log you out of it. <a href="/_/logout">Log out here.</a></p>`,
  });
}
