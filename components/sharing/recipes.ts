import type { ShareType } from "#lib/sharing/schema.ts";

/** What people want to do, which type serves it, and its price (spec/service.md, Private sharing). */
export type Recipe = {
  id: string;
  title: string;
  tradeOff: string;
  type: ShareType;
  /** Everybody gets a secret of their own. */
  each?: boolean;
  /** The snippet shown first once it is made. */
  snippet?: string;
};

export const recipes: readonly Recipe[] = [
  {
    id: "people",
    title: "Let a few people outside read it, with something they type",
    tradeOff: "Password. Any page can be bookmarked; it asks again after the browser was closed.",
    type: "password",
  },
  {
    id: "wiki",
    title: "Put a link in our wiki or ticket",
    tradeOff: "Secret link. Nothing to type; whoever gets the link can read.",
    type: "token",
  },
  {
    id: "each",
    title: "Give each customer or contractor an own password",
    tradeOff: "Password with named recipients. Each can be revoked alone and has its own record.",
    type: "password",
    each: true,
  },
  {
    id: "script",
    title: "Let a script or CI read it",
    tradeOff: "HTTP header token. For programs; a browser cannot send it.",
    type: "http_header_token",
    snippet: "curl",
  },
  {
    id: "redirect",
    title: "Our own site already signs people in, then sends them here",
    tradeOff: "Secret link. Little set-up, but a bookmark to a page will not work for new visitors.",
    type: "token",
    snippet: "Redirect",
  },
  {
    id: "proxy",
    title: "Show it inside our product, or behind our proxy",
    tradeOff: "HTTP header token. Every address works, but your proxy has to be set up and kept private.",
    type: "http_header_token",
    snippet: "nginx",
  },
];

export const recipeOf = (id: string | undefined): Recipe | undefined =>
  recipes.find((recipe) => recipe.id === id);
