import { describe, expect, it } from "vitest";
import {
  cookieValues,
  docsCookie,
  forgottenCookie,
  parseCodeTarget,
  signSessionId,
  verifySessionId,
} from "#lib/accounts/docs-sessions/rules.ts";

const key = Buffer.alloc(32, 1);
const older = Buffer.alloc(32, 2);
const id = "3f1b3c1e-5a0e-4a57-9d52-9a3b1f0c2d4e";

describe("docs session cookies", () => {
  it("carry the session id and a signature, also of an older key", () => {
    expect(verifySessionId(signSessionId(id, key), [key])).toBe(id);
    expect(verifySessionId(signSessionId(id, older), [key, older])).toBe(id);
  });

  it("are refused when anything was changed", () => {
    const value = signSessionId(id, key);
    const other = signSessionId("00000000-5a0e-4a57-9d52-9a3b1f0c2d4e", key);
    const swapped = `${id}.${other.split(".")[1]}`;
    for (const bad of [
      "",
      id,
      `${id}.`,
      `${value}x.y`,
      value.toUpperCase(),
      swapped,
      value.slice(0, -3),
      `../${value}`,
    ]) {
      expect(verifySessionId(bad, [key])).toBeNull();
    }
    expect(verifySessionId(value, [older])).toBeNull();
    expect(verifySessionId(value, [])).toBeNull();
  });

  it("last until the browser closes, for this host only, out of reach of scripts", () => {
    expect(docsCookie("v", true)).toBe("__Host-lectern-docs=v; Path=/; HttpOnly; SameSite=Lax; Secure");
    expect(docsCookie("v", false)).toBe("lectern-docs=v; Path=/; HttpOnly; SameSite=Lax");
  });

  it("are forgotten the same way they were set", () => {
    expect(forgottenCookie(true)).toBe(
      "__Host-lectern-docs=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
    );
    expect(forgottenCookie(false)).toBe("lectern-docs=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });

  it("are found among others, all of a name", () => {
    expect(cookieValues("a=1; lectern-docs=x; b=2;lectern-docs=y; xlectern-docs=z", "lectern-docs")).toEqual([
      "x",
      "y",
    ]);
    expect(cookieValues("", "lectern-docs")).toEqual([]);
  });
});

describe("what a code stands for", () => {
  it("is read back, or nothing", () => {
    const target = { host: "h", path: "/", projectId: 3, sessionId: id, state: "s" };
    expect(parseCodeTarget({ ...target })).toEqual(target);
    for (const bad of [
      null,
      undefined,
      {},
      "x",
      { ...target, projectId: "3" },
      { ...target, state: undefined },
      { ...target, sessionId: "x" },
    ]) {
      expect(parseCodeTarget(bad)).toBeNull();
    }
  });
});
