import { describe, expect, it } from "vitest";
import {
  forgottenShareCookie,
  readShareSessions,
  shareCookie,
  shareCookieName,
  signShareSessions,
} from "#lib/sharing/sessions/rules.ts";

const key = Buffer.alloc(32, 1);
const older = Buffer.alloc(32, 2);
const idOf = (index: number) => `3f1b3c1e-5a0e-4a57-9d52-${String(index).padStart(12, "0")}`;
const [a, b] = [idOf(1), idOf(2)];
const read = (value: string, secure = true, keys = [key]) =>
  readShareSessions(`x=1; ${shareCookieName(secure)}=${value}; y=2`, secure, keys);

describe("the cookie of share sessions (serving.md 14.3)", () => {
  it("lasts until the browser closes, for this host only, out of reach of scripts, in frames too", () => {
    expect(shareCookie("v", true)).toBe(
      "__Host-docs-share=v; Path=/; HttpOnly; SameSite=None; Secure; Partitioned",
    );
    expect(shareCookie("v", false)).toBe("docs-share=v; Path=/; HttpOnly; SameSite=Lax");
  });

  it("is forgotten the same way it was set", () => {
    expect(forgottenShareCookie(true)).toBe(
      "__Host-docs-share=; Path=/; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=0",
    );
    expect(forgottenShareCookie(false)).toBe("docs-share=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });

  it("carries ids and a signature, also of an older key", () => {
    expect(read(signShareSessions([a, b], key))).toEqual([a, b]);
    expect(read(signShareSessions([a], older), true, [key, older])).toEqual([a]);
    expect(read(signShareSessions([a, b, a], key), false)).toEqual([a, b]);
  });

  it("keeps the newest twenty", () => {
    const many = Array.from({ length: 25 }, (_, index) => idOf(index));
    expect(read(signShareSessions(many, key))).toEqual(many.slice(0, 20));
  });

  it("counts together with another one of its name, planted ones aside", () => {
    const cookies = ["planted", signShareSessions([a], key), signShareSessions([a, b], key)];
    const header = cookies.map((value) => `docs-share=${value}`).join("; ");
    expect(readShareSessions(header, false, [key])).toEqual([a, b]);
  });

  it("has another name without https, so that a neighbour's is not taken for it", () => {
    expect(readShareSessions(`docs-share=${signShareSessions([a], key)}`, true, [key])).toEqual([]);
  });

  it("is refused when anything was changed", () => {
    const value = signShareSessions([a], key);
    const signature = value.slice(value.lastIndexOf(".") + 1);
    for (const bad of [
      "",
      ".",
      a,
      `${a}.`,
      `${b}.${signature}`,
      `${a}.${b}.${signature}`,
      `${value}.${signature}`,
      value.toUpperCase(),
      value.slice(0, -3),
      `.${signature}`,
      signShareSessions([], key),
      signShareSessions([a], older),
    ]) {
      expect([bad, read(bad)]).toEqual([bad, []]);
    }
    expect(read(value, true, [])).toEqual([]);
  });
});
