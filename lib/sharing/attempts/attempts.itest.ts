import { afterEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import {
  afterPasswordTry,
  afterUnknownSecret,
  beforeNewSession,
  beforePasswordTry,
  beforeSecretTry,
} from "#lib/sharing/attempts/commands.ts";
import { buildShare } from "#test/factories/shares.ts";
import { buildProject, next } from "#test/factories/tenants.ts";

const at = (time: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(`2026-03-01T${time}Z`));
const minute = (number: number) => at(`12:${String(number).padStart(2, "0")}:00`);
afterEach(() => vi.restoreAllMocks());

const projectId = () => 1_000_000 + next();
/** Tries once. The seconds to wait, or whether the password was right. */
async function attempt(where: { projectId: number; address: string }, right = false) {
  const wait = await beforePasswordTry(where);
  if (wait === null) await afterPasswordTry({ ...where, right });
  return wait;
}
/** How many of so many tries are let through. */
async function letThrough(tries: number, where: { projectId: number; address: string }, right = false) {
  let through = 0;
  for (let made = 0; made < tries; made += 1) if ((await attempt(where, right)) === null) through += 1;
  return through;
}

describe("wrong passwords from one address for one project (serving.md 14.3, Abuse)", () => {
  test("are five in a minute, and then the answer is how long to wait", async () => {
    at("12:00:20");
    const here = { projectId: projectId(), address: "198.51.100.7" };
    expect(await letThrough(5, here)).toBe(5);
    expect(await attempt(here)).toBe(40);
    at("12:01:00");
    expect(await attempt(here)).toBe(null);
  });

  test("are thirty in an hour", async () => {
    const here = { projectId: projectId(), address: "198.51.100.7" };
    for (const now of [0, 1, 2, 3, 4, 5]) {
      minute(now);
      expect(await letThrough(6, here)).toBe(5);
    }
    minute(6);
    expect(await attempt(here)).toBe(54 * 60);
  });

  test("leave other addresses and other projects alone", async () => {
    minute(0);
    const here = { projectId: projectId(), address: "198.51.100.7" };
    expect(await letThrough(9, here)).toBe(5);
    expect(await attempt({ ...here, address: "198.51.100.8" })).toBe(null);
    expect(await attempt({ ...here, projectId: projectId() })).toBe(null);
  });

  test("are counted by the /64 for IPv6", async () => {
    minute(0);
    const here = { projectId: projectId(), address: "2001:db8:7:7::1" };
    expect(await letThrough(5, here)).toBe(5);
    expect(await attempt({ ...here, address: "2001:db8:7:7:ffff::2" })).toBe(60);
    expect(await attempt({ ...here, address: "2001:db8:7:8::1" })).toBe(null);
  });

  test("are exact when all come at once", async () => {
    minute(0);
    const here = { projectId: projectId(), address: "198.51.100.7" };
    const waits = await Promise.all(Array.from({ length: 40 }, () => beforePasswordTry(here)));
    expect(waits.filter((wait) => wait === null)).toHaveLength(5);
  });

  test("are forgiven by a right one", async () => {
    minute(0);
    const here = { projectId: projectId(), address: "198.51.100.7" };
    expect(await letThrough(4, here)).toBe(4);
    expect(await attempt(here, true)).toBe(null);
    expect(await letThrough(9, here)).toBe(5);
  });

  test("right ones are no tries: a whole office gets in", async () => {
    minute(0);
    expect(await letThrough(350, { projectId: projectId(), address: "198.51.100.7" }, true)).toBe(350);
  });

  test("are a hundred in an hour for who knows one password and guesses the others'", async () => {
    minute(0);
    const here = { projectId: projectId(), address: "198.51.100.7" };
    let wrong = 0;
    for (let round = 0; round < 60; round += 1) {
      wrong += await letThrough(4, here);
      await attempt(here, true);
    }
    expect(wrong).toBe(100);
  });
});

describe("wrong passwords for one project from everywhere", () => {
  /** Uses up what strangers have: twenty addresses, fifteen tries each. */
  async function guessFromManyAddresses(project: number): Promise<void> {
    for (let now = 0; now < 3; now += 1) {
      minute(now);
      for (let last = 1; last <= 20; last += 1) {
        expect(await letThrough(5, { projectId: project, address: `203.0.113.${last}` })).toBe(5);
      }
    }
    minute(10);
  }

  test("are three hundred in an hour, and other projects do not notice", async () => {
    const project = projectId();
    await guessFromManyAddresses(project);
    const fresh = { projectId: project, address: "198.51.100.7" };
    expect(await attempt(fresh)).toBe(50 * 60);
    expect(await attempt({ ...fresh, projectId: projectId() })).toBe(null);
    at("13:00:00");
    expect(await attempt(fresh)).toBe(null);
  });

  test("are not used up by one address, however often it tries", async () => {
    const project = projectId();
    for (let now = 0; now < 20; now += 1) {
      minute(now);
      await letThrough(20, { projectId: project, address: "203.0.113.1" });
    }
    expect(await attempt({ projectId: project, address: "198.51.100.7" })).toBe(null);
  });

  test("do not keep out who was let in by password lately", async () => {
    const project = await buildProject();
    const share = await buildShare(project, { type: "password" });
    const secrets = await db.shareSecret.findMany({ where: { shareId: share.id } });
    const session = (kind: string, address: string, created: string) => ({
      shareId: share.id,
      secretId: secrets.find((secret) => secret.kind === kind)!.id,
      host: "docs.example.com",
      client: "",
      address,
      created: new Date(created),
    });
    const data = [
      session("password", "192.0.2.1", "2026-02-20T00:00:00Z"),
      session("password", "2001:db8:7:7::1", "2026-02-20T00:00:00Z"),
      session("password", "192.0.2.2", "2026-01-20T00:00:00Z"),
      session("link", "192.0.2.3", "2026-02-20T00:00:00Z"),
    ];
    await db.shareSession.createMany({ data });
    await guessFromManyAddresses(project.id);
    const from = (address: string) => attempt({ projectId: project.id, address });
    expect(await from("192.0.2.1")).toBe(null);
    expect(await from("2001:db8:7:7:2::9")).toBe(null);
    expect(await from("192.0.2.2")).toBe(50 * 60);
    expect(await from("192.0.2.3")).toBe(50 * 60);
    expect(await from("192.0.2.4")).toBe(50 * 60);
    expect(await letThrough(9, { projectId: project.id, address: "192.0.2.1" })).toBe(4);
  });
});

describe("links and tokens that nobody knows", () => {
  test("are sixty in a minute from one address, the /64 for IPv6", async () => {
    at("12:00:30");
    for (let made = 0; made < 60; made += 1) {
      expect(await beforeSecretTry({ address: "2001:db8:9:9::1" })).toBe(null);
      await afterUnknownSecret({ address: "2001:db8:9:9::1" });
    }
    expect(await beforeSecretTry({ address: "2001:db8:9:9:9::2" })).toBe(30);
    expect(await beforeSecretTry({ address: "2001:db8:9:8::1" })).toBe(null);
    at("12:01:00");
    expect(await beforeSecretTry({ address: "2001:db8:9:9::1" })).toBe(null);
  });

  test("known ones are no tries", async () => {
    at("12:00:30");
    for (let made = 0; made < 70; made += 1) {
      expect(await beforeSecretTry({ address: "198.51.100.9" })).toBe(null);
    }
  });
});

describe("new sessions from one network in one project", () => {
  const begun = async (tries: number, where: { projectId: number; address: string }) => {
    let through = 0;
    for (let made = 0; made < tries; made += 1) if ((await beforeNewSession(where)) === null) through += 1;
    return through;
  };

  test("are 120 in a minute, and nobody else has to wait", async () => {
    at("12:00:20");
    const here = { projectId: projectId(), address: "198.51.100.7" };
    expect(await begun(121, here)).toBe(120);
    expect(await beforeNewSession(here)).toBe(40);
    expect(await beforeNewSession({ ...here, address: "198.51.100.8" })).toBeNull();
    expect(await beforeNewSession({ ...here, projectId: projectId() })).toBeNull();
    minute(1);
    expect(await beforeNewSession(here)).toBeNull();
  });

  test("are not counted where the address is not known, nor are passwords and links", async () => {
    minute(0);
    const somebody = { projectId: projectId(), address: "0.0.0.0" };
    expect(await begun(121, somebody)).toBe(121);
    expect(await letThrough(9, somebody)).toBe(9);
    for (let tries = 0; tries < 61; tries += 1) await afterUnknownSecret(somebody);
    expect(await beforeSecretTry(somebody)).toBeNull();
  });
});
