import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import type { Family } from "#lib/publishing/queries.ts";
import { createDirectory, isSiteUnread } from "#serve/directory.ts";
import { docsFamily } from "#test/factories/docs-family.ts";

const family = (): Family => ({ project: docsFamily({ docs: {} }).docs!, projectIds: new Set([1, 2]) });

function world() {
  const state = {
    loads: 0,
    silentMs: 0,
    now: 1_000_000,
    family: family() as Family | null,
    failure: null as Error | null,
    gate: null as Promise<void> | null,
    reader: null as DocsReader | null,
    readerLoads: 0,
  };
  const directory = createDirectory({
    load: async () => {
      state.loads += 1;
      const seen = state.family;
      if (state.failure) throw state.failure;
      await state.gate;
      return seen;
    },
    loadReader: async () => {
      state.readerLoads += 1;
      return state.reader;
    },
    loadShareSession: async () => null,
    silentMs: () => state.silentMs,
    now: () => state.now,
    graceMs: 0,
  });
  return { state, directory };
}

describe("the directory of sites", () => {
  it("reads a site once, however many ask", async () => {
    const { state, directory } = world();
    await Promise.all(Array.from({ length: 20 }, () => directory.find("docs")));
    await directory.find("docs");
    expect(state.loads).toBe(1);
  });

  it("looks up few unknown names at once, and known ones without waiting for them", async () => {
    const { state, directory } = world();
    await directory.find("docs");
    let open: () => void = () => undefined;
    state.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const made = Array.from({ length: 30 }, (_, index) => directory.find(`made-up-${index}`));
    expect(state.loads).toBe(1 + 4);
    directory.changed(1);
    const known = directory.find("docs");
    expect(state.loads).toBe(1 + 4 + 1);
    open();
    await Promise.all([...made, known]);
    expect(directory.find("made-up-29")).not.toBeInstanceOf(Promise);
  });

  it("refuses unknown names when too many are waiting, and recovers", async () => {
    const { state, directory } = world();
    let open: () => void = () => undefined;
    state.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const made = Array.from({ length: 1_100 }, (_, index) =>
      Promise.resolve(directory.find(`made-up-${index}`)).then(
        () => "read",
        (error: unknown) => (isSiteUnread(error) ? "unread" : "failed"),
      ),
    );
    open();
    const outcomes = await Promise.all(made);
    expect(outcomes.filter((outcome) => outcome === "unread")).toHaveLength(96);
    expect(outcomes.filter((outcome) => outcome === "read")).toHaveLength(1_004);
    expect((await directory.find("docs")).site).not.toBeNull();
  });

  it("keeps as many sites as there is room for, those asked last", async () => {
    const { state, directory } = world();
    const versions = Array.from({ length: 100_000 }, (_, index) => `v${index}`);
    // 45 MB each: two fit, and no third.
    state.family = { project: docsFamily({ docs: { versions } }).docs!, projectIds: new Set([1]) };
    for (const name of ["first", "second", "first", "third"]) await directory.find(name);
    expect(state.loads).toBe(3);
    await directory.find("first");
    expect(state.loads).toBe(3);
    await directory.find("second");
    expect(state.loads).toBe(4);
  });

  it("reads again after a change of any project of the family, and only then", async () => {
    const { state, directory } = world();
    const first = (await directory.find("docs")).site;
    directory.changed(99);
    expect((await directory.find("docs")).site).toBe(first);
    directory.changed(2);
    expect((await directory.find("docs")).site).not.toBe(first);
    expect(state.loads).toBe(2);
  });

  it("knows a site by its slug and by its hosts, each read once, and all of them hear of a change", async () => {
    const { state, directory } = world();
    const names = ["docs", "docs.example", "old.example"];
    for (let i = 0; i < 3; i += 1) for (const name of names) await directory.find(name);
    expect(state.loads).toBe(3);
    expect((await directory.find("old.example")).site?.name).toBe("old.example");
    directory.changed(1);
    state.family = null;
    for (const name of names) expect((await directory.find(name)).site).toBeNull();
  });

  it("starts again when a change comes in while it reads, so nobody gets the state before it", async () => {
    const { state, directory } = world();
    let open = (): void => {};
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const waiting = directory.find("docs");
    state.family = { ...family(), projectIds: new Set([1, 2, 3]) };
    directory.changed(1);
    open();
    expect((await waiting).site?.projectIds.has(3)).toBe(true);
    expect(state.loads).toBe(2);
  });

  it("does not keep a late answer that a change has overtaken", async () => {
    const { state, directory } = world();
    let open = (): void => {};
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const reload = directory.reload("docs");
    directory.changedAll();
    state.gate = null;
    state.family = { ...family(), projectIds: new Set([1, 7]) };
    open();
    expect((await reload)?.projectIds.has(7)).toBe(true);
  });

  it("remembers that a project is not there for five seconds or until one changes", async () => {
    const { state, directory } = world();
    state.family = null;
    expect((await directory.find("docs")).site).toBeNull();
    await directory.find("docs");
    expect(state.loads).toBe(1);
    state.now += 5000;
    await directory.find("docs");
    expect(state.loads).toBe(2);
    state.family = family();
    directory.changed(1);
    expect((await directory.find("docs")).site).not.toBeNull();
  });

  it("is uncertain after a second without contact (decision 16)", async () => {
    const { state, directory } = world();
    expect((await directory.find("docs")).certain).toBe(true);
    state.silentMs = 1000;
    expect((await directory.find("docs")).certain).toBe(true);
    state.silentMs = 1001;
    expect((await directory.find("docs")).certain).toBe(false);
    expect(state.loads).toBe(1);
    const fresh = await directory.reload("docs");
    expect(fresh).not.toBeNull();
    expect(state.loads).toBe(2);
  });

  it("serves the old site, uncertain, while the database fails, without asking for every request", async () => {
    const { state, directory } = world();
    const first = (await directory.find("docs")).site;
    directory.changedAll();
    state.failure = new Error("connection refused");
    for (let i = 0; i < 5; i += 1)
      expect(await directory.find("docs")).toEqual({ site: first, certain: false });
    expect(state.loads).toBe(2);
    await expect(directory.reload("docs")).rejects.toSatisfy(isSiteUnread);
    expect(state.loads).toBe(2);
    state.now += 1000;
    state.failure = null;
    const reading = await directory.find("docs");
    expect(reading.certain).toBe(true);
    expect(reading.site).not.toBe(first);
  });

  it("fails for a site it has never read", async () => {
    const { state, directory } = world();
    state.failure = new Error("connection refused");
    await expect(directory.find("docs")).rejects.toSatisfy(isSiteUnread);
  });

  it("asks again at once when the connection is back", async () => {
    const { state, directory } = world();
    state.failure = new Error("connection refused");
    await expect(directory.find("docs")).rejects.toSatisfy(isSiteUnread);
    await expect(directory.find("docs")).rejects.toSatisfy(isSiteUnread);
    expect(state.loads).toBe(1);
    state.failure = null;
    directory.changedAll();
    expect((await directory.find("docs")).site).not.toBeNull();
  });

  it("reloads once more for all who come while it reloads, and not once for each", async () => {
    const { state, directory } = world();
    const first = directory.reload("docs");
    const others = Array.from({ length: 20 }, () => directory.reload("docs"));
    const seen = await Promise.all(others);
    expect(new Set(seen).size).toBe(1);
    expect(seen).not.toContain(await first);
    expect(state.loads).toBe(2);
  });

  it("looks a docs session up once per snapshot and minds its end", async () => {
    const { state, directory } = world();
    state.reader = { userId: 5, projectId: 1, host: "docs.test", expiresAt: new Date(state.now + 1000) };
    const { site } = await directory.find("docs");
    expect(await directory.findReader(site!, "a")).toEqual(state.reader);
    expect(await directory.findReader(site!, "a")).toEqual(state.reader);
    expect(state.readerLoads).toBe(1);
    state.now += 1000;
    expect(await directory.findReader(site!, "a")).toBeNull();
    state.reader = null;
    directory.changed(1);
    const next = await directory.find("docs");
    expect(await directory.findReader(next.site!, "a")).toBeNull();
    expect(state.readerLoads).toBe(2);
  });

  it("gives up on a database that does not answer", async () => {
    const { state, directory } = world();
    state.gate = delay(10_000, undefined, { ref: false });
    await expect(directory.find("docs")).rejects.toSatisfy(isSiteUnread);
  });
});
