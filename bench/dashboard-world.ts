import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { large } from "#e2e/large.ts";
import { browserOptions } from "#test/browser.ts";
import type { Cluster } from "./cluster.ts";

/** A cluster with the large fixture, and somebody who is logged in to it. */
export type World = {
  cluster: Cluster;
  origin: string;
  /** What every measurement is repeated by. */
  repeats: number;
  /** The Cookie header of the fixture's owner. */
  cookie: string;
};

export async function logIn(cluster: Cluster, repeats: number): Promise<World> {
  const origin = `http://localhost:${cluster.ports[0]}`;
  return withBrowser(async (browser) => {
    const context = await browser.newContext();
    const { csrfToken } = await (await context.request.get(`${origin}/api/auth/csrf`)).json();
    const entered = await context.request.post(`${origin}/api/auth/callback/credentials`, {
      headers: { Origin: origin },
      form: { username: large.username, password: large.password, csrfToken, json: "true" },
    });
    if (!entered.ok()) throw new Error(`The log-in answered ${entered.status()}.`);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    return { cluster, origin, repeats, cookie };
  });
}

/** A browser of its own, so that no measurement finds what another left behind. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(browserOptions());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A window of the person who is logged in, on a desktop. */
export async function openWindow(browser: Browser, { cookie }: World): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), domain: "localhost", path: "/" };
  });
  await context.addCookies(cookies);
  return context;
}

/** What the browser tells of things that moved by themselves. */
export type Shift = PerformanceEntry & {
  value?: number;
  hadRecentInput?: boolean;
  sources?: { node?: Node | null }[];
};

/** The lists of the dashboard that hold most. */
export const listPages = [
  "/dashboard/",
  "/projects/large/versions/",
  "/projects/large/builds/",
  "/dashboard/large/redirects/",
  "/dashboard/large/sharing/",
  "/dashboard/large/environmentvariables/",
  "/organizations/large/members/",
] as const;
