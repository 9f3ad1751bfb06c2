import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { type AskDocs, askThroughProxy } from "#test/docs-client.ts";
import { buildShare } from "#test/factories/shares.ts";
import { buildPerson } from "#test/factories/tenants.ts";
import {
  buildVault,
  cookieOf,
  formOf,
  givePassword,
  hosts,
  linkPath,
  navigation,
  openLink,
  page,
  post,
} from "#test/sharing-site.ts";

/** What admins do with one recipient, as docs hosts answer right after. */

const { vault, ask: overSockets, close } = await buildVault();
afterAll(close);
afterEach(() => vi.restoreAllMocks());
const owns = api(await buildPerson({ superuser: true }));
const shares = `/projects/${vault.slug}/sharing/`;

type Made = { id: number; token: string; password: string; url: string };

/** A new share with two recipients, and where it lists them. */
async function give(access_type: string): Promise<{ list: string; ada: Made; bob: Made }> {
  const order = { access_type, description: "Fair", for_recipients: true };
  const list = `${shares}${(await owns.post(shares, order)).body.id}/recipients/`;
  const [ada, bob] = (await owns.post(list, [{ name: "Ada" }, { name: "Bob" }])).body.recipients;
  return { list, ada, bob };
}

const served: [name: string, ask: AskDocs][] = [
  ["over sockets", overSockets],
  ["through proxy.ts", askThroughProxy],
];

describe.each(served)("one recipient, %s", (_, send) => {
  const status = async (headers: Record<string, string>) =>
    (await send(hosts.vault, page, { headers: { accept: "text/html", ...headers } })).status;
  const withToken = (token: string) => status({ authorization: `Token ${token}` });

  test("revoked: their link and session end, and nobody else's", async () => {
    const { list, ada, bob } = await give("token");
    const [adas, bobs] = [
      await openLink(send, hosts.vault, ada.token),
      await openLink(send, hosts.vault, bob.token),
    ];
    expect([await status({ cookie: adas }), await status({ cookie: bobs })]).toEqual([200, 200]);
    await owns.delete(`${list}${ada.id}/`);
    expect([await status({ cookie: adas }), await status({ cookie: bobs })]).toEqual([401, 200]);
    const link = (made: Made) => send(hosts.vault, linkPath(made.token), { headers: navigation });
    expect([(await link(ada)).status, (await link(bob)).status]).toEqual([404, 302]);
    const sessions = await db.shareSession.findMany({ where: { recipientId: ada.id } });
    expect(sessions.map(({ endReason }) => endReason)).toEqual(["recipient_revoked"]);
  });

  test("with a header token of their own", async () => {
    const { list, ada, bob } = await give("http_header_token");
    expect([await withToken(ada.token), await withToken(bob.token)]).toEqual([200, 200]);
    const renewed = (await owns.post(`${list}${ada.id}/rotate/`, { overlap_hours: 1 })).body.token;
    expect([await withToken(ada.token), await withToken(renewed)]).toEqual([200, 200]);
    const soon = new Date(Date.now() + 61 * 60 * 1000);
    vi.spyOn(clock, "now").mockReturnValue(soon);
    expect([await withToken(ada.token), await withToken(renewed)]).toEqual([401, 200]);
    vi.restoreAllMocks();
    await owns.delete(`${list}${ada.id}/`);
    expect([await withToken(renewed), await withToken(bob.token)]).toEqual([401, 200]);
  });

  test("with a new password: the old one ends with its sessions, and the link goes on", async () => {
    const { list, ada, bob } = await give("password");
    const enter = async (made: Made, password = made.password) =>
      cookieOf(await givePassword(send, hosts.vault, page, password));
    const [adas, bobs] = [await enter(ada), await enter(bob)];
    const renewed = (await owns.post(`${list}${ada.id}/rotate/`, {})).body;
    expect([renewed.sessions_ended, renewed.url]).toEqual([1, ada.url]);
    expect([await status({ cookie: adas }), await status({ cookie: bobs })]).toEqual([401, 200]);
    expect(await enter(ada)).toBe("");
    expect(await status({ cookie: await enter(renewed) })).toBe(200);
    const prompt = await send(hosts.vault, new URL(ada.url).pathname, { headers: navigation });
    expect(prompt.status).toBe(401);
    expect(prompt.text).toContain("<h1>Authorization required</h1>");
  });

  test("who asks for more time reads again with the old link, as soon as it is given", async () => {
    const share = await buildShare(vault, { expires: "2026-03-05" });
    const target = linkPath(share.link);
    const { action, fields } = formOf(await send(hosts.vault, target, { headers: navigation }));
    const filled = { ...Object.fromEntries(fields), email: "ann@example.org", note: "Two days, please." };
    expect((await post(send, hosts.vault, action, filled)).status).toBe(200);
    const asked = `/projects/${vault.slug}/extension-requests/`;
    const [{ id }] = (await owns.get(`${asked}?share=${share.id}`)).body.results;
    expect((await owns.patch(`${asked}${id}/`, { outcome: "extended" })).status).toBe(200);
    expect(await status({ cookie: await openLink(send, hosts.vault, share.link) })).toBe(200);
  });
});
