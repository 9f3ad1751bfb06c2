import { connect } from "node:net";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const port = Number(process.env.E2E_PORT ?? 4780);

/** What comes back for a request line exactly as it is written, over a connection of its own. */
function ask(line: string, headers = ""): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`${line} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}Connection: close\r\n\r\n`),
    );
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject).on("close", () => {
      const [head = "", ...body] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: body.join("") });
    });
  });
}

const long = (length: number) => "x".repeat(length);

test.describe("[api O1] over a socket", () => {
  const lines: [line: string, status: number, location?: string][] = [
    ["GET /api/v3/projects", 301, "/api/v3/projects/"],
    ["DELETE /api/v3/projects/x?limit=1&a=%20", 301, "/api/v3/projects/x/?limit=1&a=%20"],
    ["PUT /api/v3", 301, "/api/v3/"],
    ["GET /api/v3/projects.json", 401],
    ["GET /api/v3/projects.json/", 401],
    ["GET /api/v3/projects/x/versions.json", 200],
    ["GET /api/v3/projects/x/versions/v1.json/", 404],
    ["GET /api/v3/projects/a.b/", 404],
    ["GET /api/v3//projects/", 404],
    ["GET /api/v3/projects//", 404],
    ["GET /api/v3/../", 404],
    ["GET /api/v3/projects/%2e%2e/", 404],
    ["GET /api/v3/projects/%00/", 404],
    ["GET /api/v3/projects/%ff/", 404],
    ["GET /api/v3/projects/%zz/", 404],
    ["GET /api/v3/projects/a%2fb/", 404],
    ["GET /api/v3/projects/?a=%00", 400],
    ["GET /api/v3/projects/x/versions/?a=%zz", 200],
    [`GET /api/v3/projects/x/?${"a=1&".repeat(1001)}`, 400],
    [`GET /api/v3/projects/${long(9_000)}/`, 404],
    [`GET /api/v3/projects/${long(20_000)}/`, 431],
    [`GET http://localhost:${port}/api/v3/`, 200],
    ["GET /api/v3/nope/", 404],
    ["TRACE /api/v3/projects/", 405],
    ["PROPFIND /api/v3/", 405],
    ["NONSENSE /api/v3/", 400],
  ];
  for (const [line, status, location] of lines) {
    test(`${line.slice(0, 60)} is ${status}`, async () => {
      const answer = await ask(line);
      expect(answer.status).toBe(status);
      expect(answer.head).toContain("content-type: application/json");
      expect(answer.body).toContain("{");
      expect(answer.head.includes(`location: ${location}\r\n`) || location === undefined).toBe(true);
    });
  }

  test("HEAD has no body, and what Next asks its own pages for changes nothing", async () => {
    expect(await ask("HEAD /api/v3/projects/x/versions/")).toMatchObject({ status: 200, body: "" });
    const headers =
      "RSC: 1\r\nNext-Router-Prefetch: 1\r\nNext-Action: x\r\nx-middleware-subrequest: proxy\r\n";
    for (const line of ["GET /api/v3/projects/", "POST /api/v3/projects/"])
      expect((await ask(line, headers)).status).toBe(401);
  });
});

test.describe("the root of the API", () => {
  test.use({ refusals: [400, 404] });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`lets people try requests in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const person = await signUp(page);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto("/api/v3/");
      await page.getByLabel("Find a request").fill("show your account");
      await expect(page.locator('a[href="#get_projects"]')).toBeHidden();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Send" }).press("Enter");
      const answer = page.getByRole("region", { name: "Answer" });
      await expect(answer).toContainText("200");
      await expect(answer).toContainText(`"username": "${person.username}"`);

      await page.getByLabel("Find a request").fill("nothing like it");
      await expect(page.getByText("No request has these words.")).toBeVisible();
      await page.getByLabel("Find a request").fill("");
      await page.locator('a[href="#get_projects_project"]').click();
      await page.getByLabel("project", { exact: true }).fill("<img src=x onerror=alert(1)>");
      await page.keyboard.press("Enter");
      await expect(answer).toContainText("No Project matches the given query.");
      await expect(page.locator("img")).toHaveCount(0);

      await page.locator('a[href="#get_projects_project_versions"]').click();
      await expect(page.getByLabel("project", { exact: true })).toHaveValue(/^<img/);

      await page.locator('a[href="#post_organizations"]').click();
      await expect(page.getByText("It may hold: name, slug")).toBeVisible();
      await page.getByLabel("Body (JSON)").fill('{"name": ""}');
      await page.getByRole("button", { name: "Send" }).click();
      await expect(answer).toContainText("This field may not be blank.");
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  }
});
