import { createHmac } from "node:crypto";
import { expect, expectAccessible, logIn, sendLogInForm, signUp, test, unique, write } from "./fixtures.ts";

/** The code of an authenticator app (RFC 6238), worked out here, so that the server's library is not its own judge. */
function totp(secret: string, step: number): string {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const bytes = (
    bits
      .map((five) => five.toString(2).padStart(5, "0"))
      .join("")
      .match(/.{8}/g) ?? []
  ).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
const stepNow = (): number => Math.floor(Date.now() / 30_000);

test.use({ refusals: [400, 401, 403] });

test("an authenticator app is set up, asked for at log-in, and a recovery code stands in once", async ({
  page,
}) => {
  const person = await signUp(page, { organization: false });
  await page.goto("/accounts/2fa/");
  await expect(page.getByText("Two-factor log-in is off")).toBeVisible();
  await page.getByRole("button", { name: "Set up an app" }).click();
  const secret = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
  await expect(page.getByRole("img", { name: "Picture for your authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const step = stepNow();
  await page.getByLabel("Code").fill(totp(secret, step));
  await page.getByRole("button", { name: "Turn on" }).click();
  const receipt = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(receipt.getByRole("listitem")).toHaveCount(10);
  const [recovery = ""] = await receipt.getByRole("listitem").allInnerTexts();
  await expectAccessible(page);
  await receipt.getByRole("button", { name: "Copy recovery codes" }).click();
  await receipt.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 of 10 left")).toBeVisible();
  await page.reload();
  const html = await page.content();
  expect(html).not.toContain(secret);
  expect(html).not.toContain(recovery);

  await page.context().clearCookies();
  await page.goto("/accounts/login/");
  await sendLogInForm(page, person);
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  await expectAccessible(page);
  // The code that turned it on is spent.
  await code.fill(totp(secret, step));
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/not right/);
  await code.fill(totp(secret, step + 1));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  for (const works of [true, false]) {
    await page.context().clearCookies();
    await page.goto("/accounts/login/");
    await sendLogInForm(page, person);
    await page.getByLabel("Code").fill(recovery.toUpperCase());
    await page.keyboard.press("Enter");
    if (works) await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
    else await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/not right/);
  }
});

test("a passkey is added, logs in alone, and is removed", async ({ page }) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await signUp(page, { organization: false });
  await page.goto("/accounts/2fa/");
  await page.getByLabel("Name of the new passkey").fill("Laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const receipt = page.getByRole("dialog", { name: "Recovery codes" });
  await receipt.getByRole("button", { name: "Close without copying" }).click();
  await expect(page.getByText("Two-factor log-in is on")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/accounts/login/");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("button", { name: `Account of ${person.username}` })).toBeVisible();

  await page.goto("/accounts/2fa/");
  await page.getByRole("button", { name: "Remove passkey Laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Two-factor log-in is off")).toBeVisible();
});

test("addresses, sessions and the security log", async ({ page, browser }) => {
  const person = await signUp(page, { organization: false });
  const elsewhere = await browser.newPage();
  await logIn(elsewhere, person);

  await page.goto("/accounts/email/");
  const address = `${unique("second")}@example.com`;
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Add address" }).click();
  const row = page.getByRole("row").filter({ hasText: address });
  await expect(row).toContainText("Not confirmed");
  await row.getByRole("button", { name: `Make a new link for ${address}` }).click();
  await expect(page.getByText(`A new link was made for ${address}`).first()).toBeVisible();
  await row.getByRole("button", { name: `Remove ${address}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove address" }).click();
  await expect(row).toHaveCount(0);

  await page.goto("/accounts/sessions/");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out others" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  expect((await elsewhere.request.get("/api/v3/account/")).status()).toBe(401);
  await elsewhere.close();

  await page.goto("/accounts/security-log/");
  await expect(page.getByRole("row").nth(1)).toContainText("Signed out everywhere else");
  await expect(page.getByText(address).first()).toBeVisible();
});

test("an act that hurts asks once more who it is, and goes on where it was", async ({ page }) => {
  const person = await signUp(page, { organization: false });
  await page.goto("/accounts/email/");
  // As after two hours: the API refuses until it has seen the password again.
  let proven = false;
  await page.route("**/api/v3/account/emails/", async (route) => {
    if (route.request().method() !== "POST" || proven) return route.continue();
    await route.fulfill({
      status: 403,
      json: { detail: "Confirm that it is you, then try again.", code: "identity_unconfirmed" },
    });
  });
  await page.getByLabel("E-mail", { exact: true }).fill("third@example.com");
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Password").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(/not right/);
  proven = true;
  await dialog.getByLabel("Password").fill(person.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "third@example.com" })).toBeVisible();
});

test("a forgotten password is asked for without telling who has an account", async ({ page }) => {
  await page.goto("/accounts/login/");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill(`${unique("nobody")}@example.com`);
  await page.getByRole("button", { name: /Send mail|Ask for a link/ }).click();
  await expect(page.getByText("If an account has this address")).toBeVisible();
  await page.goto("/accounts/password/reset/key/?code=unknown");
  await page.waitForLoadState("networkidle");
  await page.getByRole("textbox", { name: "New password" }).fill("a long enough password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
  expect((await write(page, "/api/v3/account/password/reset/", { email: "x" })).status()).toBe(400);
});
