import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DASHBOARD_URL = "https://lectern.test";
  process.env.DOCS_DOMAIN = "docs.test";
  process.env.PREVIEW_DOMAIN = "previews.test";
  process.env.TRUSTED_PROXIES = "127.0.0.0/8";
});

const { db } = await import("#lib/platform/db/client.ts");
const { browserOptions } = await import("#test/browser.ts");
const { openDocsHosts } = await import("#test/docs-client.ts");
const { buildShare } = await import("#test/factories/shares.ts");
const { publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildOrganization, buildPerson, buildProject } = await import("#test/factories/tenants.ts");
const { startTlsFront } = await import("#test/tls-front.ts");

/** What readers' browsers do with shared documentation over real https: as a page of its own, and inside somebody else's. */
const docs = await openDocsHosts();
const organization = await buildOrganization(await buildPerson());
const project = await buildProject({ slug: "handbook", organization, privacyLevel: "private" });
await publishSite(project, await versionOf(project, "latest"), {
  "index.html": `<!doctype html><title>Handbook</title><link rel="stylesheet" href="style.css"><h1>Start</h1>
    <a href="second.html">On</a> <a href="https://outside.test/">Away</a>`,
  "second.html": `<!doctype html><title>Handbook</title><link rel="stylesheet" href="style.css"><h1>Second page</h1>`,
  "style.css": "h1 { color: rgb(1, 2, 3) }",
});
const password = "violet harbour 17";
const opened = await buildShare(project);
const asked = await buildShare(project, { type: "password", password });
const over = await buildShare(project, { expires: "2026-01-31" });
const site = "https://handbook.docs.test";
const link = `${site}/_/sharing/${opened.link}`;

/** Other sites: customers who frame what they are told to, and one that tries to keep a cookie in its frames. */
const front = await startTlsFront(
  join(inject("runFolder"), "sharing-frame"),
  ["*.docs.test", "customer.test", "rival.test", "outside.test", "counter.test"],
  docs.port,
  (host, request, response) => {
    if (host.endsWith(".docs.test")) return false;
    const shown = new URL(request.url ?? "/", "https://customer.test").searchParams.get("show");
    const seen = request.headers.cookie ?? "no cookie";
    const text = host === "counter.test" ? seen : "<h1>Theirs</h1>";
    const frame = shown === null ? "" : `<iframe src="${shown}" width="300" height="250"></iframe>`;
    response
      .writeHead(200, {
        "Content-Type": "text/html",
        "Set-Cookie": "counted=1; Path=/; Secure; SameSite=None",
      })
      .end(`<!doctype html>${text}${frame}`);
    return true;
  },
);

let browser: Browser;
beforeAll(async () => {
  const args = [...front.browserArgs, "--test-third-party-cookie-phaseout"];
  browser = await chromium.launch(browserOptions(args, "whole"));
});
afterAll(async () => {
  await browser.close();
  await front.close();
  await docs.close();
});

/** A browser that nobody has used before. */
async function freshPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

const show = (page: Page, address: string, customer = "customer.test") =>
  page.goto(`https://${customer}/?show=${encodeURIComponent(address)}`);
const heading = (page: Page) => page.frameLocator("iframe").locator("h1");
const colour = (page: Page) => heading(page).evaluate((found) => getComputedStyle(found).color);

describe("[serving P8] inside a page of another site, with cookies of third parties blocked", () => {
  test("they are blocked", async () => {
    const page = await freshPage();
    await page.goto("https://counter.test/");
    await page.goto("https://counter.test/");
    expect(await page.locator("body").innerText()).toBe("counted=1");
    await show(page, "https://counter.test/");
    await show(page, "https://counter.test/");
    expect(await page.frameLocator("iframe").locator("body").innerText()).toBe("no cookie");
    await page.context().close();
  });

  test("a secret link opens, its second page and its parts too, and only there", async () => {
    const page = await freshPage();
    await show(page, link);
    await heading(page).getByText("Start").waitFor();
    expect(await colour(page)).toBe("rgb(1, 2, 3)");
    await page.frameLocator("iframe").getByText("On").click();
    await heading(page).getByText("Second page").waitFor();
    expect(await colour(page)).toBe("rgb(1, 2, 3)");

    await show(page, `${site}/en/latest/second.html`, "rival.test");
    await heading(page).getByText("Authorization required").waitFor();
    expect((await page.goto(`${site}/en/latest/second.html`))?.status()).toBe(401);
    await page.context().close();
  });

  test("a password is asked for there, and taken", async () => {
    const page = await freshPage();
    await show(page, `${site}/en/latest/second.html`);
    const frame = page.frameLocator("iframe");
    await frame.getByLabel("Password").fill("not this one");
    await frame.getByRole("button", { name: "Continue" }).click();
    await frame.getByText("That password did not work.").waitFor();
    expect(await frame.getByLabel("Password").inputValue()).toBe("");
    await frame.getByLabel("Password").fill(password);
    await frame.getByRole("button", { name: "Continue" }).click();
    await heading(page).getByText("Second page").waitFor();
    await show(page, `${site}/en/latest/`);
    await heading(page).getByText("Start").waitFor();
    await page.context().close();
  });
});

describe("as a page of its own, without scripts", () => {
  test("the reader's language is spoken, another one is a link away, and the way goes on to what was asked for", async () => {
    const page = await freshPage({ locale: "de-CH", javaScriptEnabled: false });
    const wanted = `${site}/en/latest/second.html?q=a%20b`;
    expect((await page.goto(wanted))?.status()).toBe(401);
    await page.getByRole("heading", { name: "Berechtigung erforderlich" }).waitFor();
    await page.getByRole("link", { name: "Français" }).click();
    await page.getByRole("heading", { name: "Autorisation requise" }).waitFor();
    await page.keyboard.type("faux mot de passe");
    await page.keyboard.press("Enter");
    await page.getByText("Ce mot de passe n’a pas fonctionné.").waitFor();
    expect(await page.title()).toBe("Erreur : Autorisation requise");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Second page" }).waitFor();
    expect(page.url()).toBe(wanted);
    await page.context().close();
  });

  test("a link is not valid in the reader's language, and offers it in others", async () => {
    const page = await freshPage({ locale: "ja-JP", javaScriptEnabled: false });
    expect((await page.goto(`${site}/_/sharing/lcl_unknown`))?.status()).toBe(404);
    await page.getByRole("heading", { name: "リンクが無効です" }).waitFor();
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Link not valid" }).waitFor();
    await page.context().close();
  });

  test("a link that is over says since when, and asks for a new one", async () => {
    const page = await freshPage({ locale: "fr-FR", javaScriptEnabled: false });
    expect((await page.goto(`${site}/_/sharing/${over.link}`))?.status()).toBe(410);
    await page.getByText("Ce lien a pris fin le 31 janv. 2026 (UTC).").waitFor();
    await page.getByLabel("Votre adresse e-mail").fill("reader@example.com");
    await page.getByLabel("Message (facultatif)").fill("Encore une semaine, s’il vous plaît.");
    await page.getByRole("button", { name: "En demander un nouveau" }).click();
    await page.getByText("Votre demande a été envoyée.").waitFor();
    const { email, note } = await db.extensionRequest.findFirstOrThrow({ where: { shareId: over.id } });
    expect([email, note]).toEqual(["reader@example.com", "Encore une semaine, s’il vous plaît."]);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("This link ended on 31 Jan 2026 (UTC).").waitFor();
    await page.context().close();
  });

  test("an opened link is remembered until the browser is closed, and nothing of it is told to other sites", async () => {
    const page = await freshPage();
    await page.goto(`${link}?next=/en/latest/`);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([
      { name: "__Host-docs-share", expires: -1, httpOnly: true, secure: true, sameSite: "None" },
    ]);
    await page.getByText("Away").click();
    await page.getByText("Theirs").waitFor();
    await page.context().close();
  });

  test("no request of any of these told where its secret was", () => {
    const told = front.referrers.filter((address) => address.startsWith(site)).join(" ");
    expect(told).toContain("/en/latest/");
    expect(told).not.toContain("/_/");
    for (const secret of [opened.link, asked.link, over.link, password]) expect(told).not.toContain(secret);
  });
});
