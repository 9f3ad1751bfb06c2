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

/** We cannot tell who may read this at the moment. */
export function unavailableHtml(): string {
  return renderPage({
    title: "Not available at the moment",
    card: html`<p>This page cannot be shown right now. Please try again in a few seconds.</p><p><a class="button" href="">Try again</a></p>`,
  });
}
