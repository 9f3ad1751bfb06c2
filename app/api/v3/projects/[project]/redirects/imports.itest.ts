import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildOwnedProject } from "#test/factories/tenants.ts";

let project: { id: number; slug: string };
let list: string;
let owns: ReturnType<typeof api>;

beforeEach(async () => {
  const made = await buildOwnedProject();
  project = made.project;
  list = `/projects/${project.slug}/redirects/`;
  owns = api(made.owner);
});

const send = (content: string, more: object = {}) => owns.post(`${list}import/`, { content, ...more });
const apply = (content: string, more: object = {}) => send(content, { apply: true, ...more });
const read = async (as: "csv" | "lines") => (await owns.get(`${list}export/?as=${as}`)).text;
const revision = async () => (await db.project.findUniqueOrThrow({ where: { id: project.id } })).siteRevision;

const three = "page /a /b\nexact /en/old/* /en/latest/:splat 301!\noff html_to_clean_url # later\n";

describe("an import", () => {
  test("shows first what it would change, and changes nothing", async () => {
    const { status, body } = await send(three);
    expect([status, body.applied]).toEqual([200, false]);
    expect(body.counts).toEqual({ create: 3, update: 0, move: 0, delete: 0, keep: 0 });
    expect(body.changes[1]).toEqual({
      ...{ action: "create", redirect: null, line: 2, from: null },
      to: {
        ...{ type: "exact", from_url: "/en/old/*", to_url: "/en/latest/:splat", http_status: 301 },
        ...{ force: true, enabled: true, description: "", position: 1 },
      },
    });
    expect(await read("lines")).toBe("");
  });

  test("then writes all of it, adding to what is there", async () => {
    await owns.post(list, { type: "page", from_url: "/mine", to_url: "/x" });
    await owns.post(list, { type: "page", from_url: "/a", to_url: "/old" });
    const before = await revision();
    const { body } = await apply(three);
    expect([body.applied, body.counts]).toEqual([
      true,
      { create: 2, update: 1, move: 0, delete: 0, keep: 1 },
    ]);
    expect(await read("lines")).toBe(
      "page /a /b\npage /mine /x\nexact /en/old/* /en/latest/:splat 301!\noff html_to_clean_url # later\n",
    );
    expect(await revision()).toBeGreaterThan(before);
    const events = await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
    expect(events.slice(2).map(({ action }) => action)).toEqual([
      "redirect.update",
      "redirect.create",
      "redirect.create",
      "redirect.import",
    ]);
    expect((await apply(three)).body.counts).toMatchObject({ create: 0, update: 0, keep: 4 });
  });

  test("with `replace` is the whole list, in its order", async () => {
    await apply(three);
    const changed = "page /new /a\nexact /en/old/* /en/latest/:splat 301!\npage /a /b\n";
    const { body } = await apply(changed, { mode: "replace" });
    expect(body.counts).toEqual({ create: 1, update: 0, move: 1, delete: 1, keep: 1 });
    expect(await read("lines")).toBe(changed);
  });

  test.each(["csv", "lines"] as const)("of what was exported as %s changes nothing", async (as) => {
    await apply(`${three}page "/a b" "/c ""d""" # "x", y\n`);
    const { body } = await send(await read(as), { mode: "replace" });
    expect(body.counts).toEqual({ create: 0, update: 0, move: 0, delete: 0, keep: 4 });
  });

  test("is refused as a whole, and tells of every line", async () => {
    const wrong =
      "page /a\n\npage /*/b /c\nnonsense\nexact /a /b 307\npage /ok /fine\nexact /a /c\npage /ok /x";
    for (const attempt of [send, apply]) {
      const { status, body } = await attempt(wrong);
      expect([status, body]).toEqual([
        400,
        {
          content: [
            "Line 1: to_url: This field may not be blank.",
            "Line 3: The * wildcard must be at the end of the path.",
            "Line 4: to_url: This field may not be blank.",
            'Line 5: http_status: "307" is not a valid choice.',
            "Line 8: The redirect of line 6 has the same type and from_url.",
          ],
        },
      ]);
    }
    expect(await db.redirect.count({ where: { projectId: project.id } })).toBe(0);
  });

  test("is refused with too many, and with a circle", async () => {
    const many = Array.from({ length: 101 }, (_, index) => `page /a${index} /b\n`).join("");
    expect((await apply(many)).body[0]).toMatch(/limit of 100 redirects/);
    expect((await apply(many.slice(many.indexOf("\n") + 1))).body.counts.create).toBe(100);
    await apply("# none", { mode: "replace" });
    expect((await apply("exact /a /b\nexact /b /a")).body).toEqual([
      "This would send readers round in a circle: /a → /b → /a.",
    ]);
    expect(await db.redirect.count({ where: { projectId: project.id } })).toBe(0);
  });

  test("applies exactly what was shown, if that is asked for", async () => {
    const { body } = await send(three);
    await owns.post(list, { type: "page", from_url: "/mine", to_url: "/x" });
    expect((await apply(three, { revision: body.revision })).status).toBe(412);
    const again = await send(three);
    expect((await apply(three, { revision: again.body.revision })).status).toBe(200);
  });

  test("that two make at once is written twice or refused, never mixed", async () => {
    const [one, other] = ["page /a /1\npage /b /1\n", "page /a /2\npage /b /2\n"] as const;
    await Promise.all([one, other].map((text) => apply(text, { mode: "replace" })));
    expect([one, other]).toContain(await read("lines"));
  });
});

test("an export is a file of either kind", async () => {
  await apply(three);
  const csv = await owns.get(`${list}export/`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="${project.slug}-redirects.csv"`);
  expect(csv.text).toBe(
    [
      "type,from_url,to_url,http_status,force,enabled,description",
      "page,/a,/b,302,false,true,",
      "exact,/en/old/*,/en/latest/:splat,301,true,true,",
      "html_to_clean_url,,,302,false,false,later",
      "",
    ].join("\n"),
  );
  expect((await owns.get(`${list}export/?as=xml`)).status).toBe(400);
});
