import type { Subject } from "#lib/publishing/rules/resolve.ts";
import { type Html, html, renderPage } from "#serve/pages/page.ts";

/** A way on from a page that says no. `address` is a path on the same host or a full address. */
export interface WayOn {
  readonly address: string;
  readonly label: string;
}

const link = (way: WayOn): Html => html`<li><a href="${way.address}">${way.label}</a></li>`;

/** Nothing at this address. Names the host and what kind of thing is missing, and offers ways on. */
export function notFoundHtml(host: string, subject: Subject, ways: readonly WayOn[]): string {
  const title = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} not found`;
  return renderPage({
    title,
    card: html`<p>There is nothing at this address on <a href="/">${host}</a>.</p>${
      ways.length > 0 ? html`<p>You may be looking for:</p><ul>${ways.map(link)}</ul>` : html``
    }`,
  });
}

/** No project lives at this host. */
export function unknownHostHtml(host: string): string {
  return renderPage({
    title: "Documentation not found",
    card: html`<p>No documentation is published at <strong>${host}</strong>.</p><p>If this is your domain, it may not be set up yet.</p>`,
  });
}

/** The request cannot be an address of ours. */
export function badRequestHtml(): string {
  return renderPage({
    title: "Bad request",
    card: html`<p>This address is not valid.</p><p>Check what was typed, or go to the <a href="/">start of the documentation</a>.</p>`,
  });
}

/** A private page, and nobody we know is asking. */
export function logInHtml(host: string, logInAddress: string): string {
  return renderPage({
    title: "Authorization required",
    card: html`<p>Only people with access can read <strong>${host}</strong>.</p><p><a class="button" href="${logInAddress}">Log in</a></p>`,
    below: html`If someone sent you a link, open that link first.`,
  });
}

/** A private page, and the member asking has no right to it. */
export function noAccessHtml(host: string, logInAddress: string): string {
  return renderPage({
    title: "Authorization required",
    card: html`<p>Your account has no access to this page of <strong>${host}</strong>.</p><p>Ask an owner of the project, or <a href="${logInAddress}">use another account</a>.</p>`,
  });
}

/** A one-time code that is used up, too old, or for another host. */
export function codeRefusedHtml(): string {
  return renderPage({
    title: "Log-in link no longer valid",
    card: html`<p>This log-in link has been used or is too old.</p><p><a href="/">Go to the documentation</a> and log in again.</p>`,
  });
}

/** We cannot tell who may read this at the moment. */
export function unavailableHtml(): string {
  return renderPage({
    title: "Not available at the moment",
    card: html`<p>This page cannot be shown right now. Please try again in a few seconds.</p><p><a class="button" href="">Try again</a></p>`,
  });
}
