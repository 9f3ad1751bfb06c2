import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const OLD = "an-old-root-key-of-some-length";
const NEW = "a-new-root-key-of-some-length";

/** Loads the modules afresh with other settings, as a new process would. */
async function processWith(settings: Record<string, string>) {
  for (const name of ["rootKeys", "derivedKeys"])
    Reflect.deleteProperty(globalThis, Symbol.for(`lectern.${name}`));
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return {
    ...(await import("#lib/platform/secrets/keys.ts")),
    ...(await import("#lib/platform/secrets/sealing.ts")),
    ...(await import("#lib/platform/secrets/tokens.ts")),
  };
}

describe("sealed values", () => {
  test("come back as they were", async () => {
    const { seal, open } = await processWith({ SECRET_KEY: NEW });
    for (const text of ["", "x", "Grüße, 世界 \n\0", "y".repeat(48_000)]) expect(open(seal(text))).toBe(text);
  });

  test("never look alike twice, and hide the text", async () => {
    const { seal } = await processWith({ SECRET_KEY: NEW });
    expect(seal("hush").equals(seal("hush"))).toBe(false);
    expect(seal("hush").includes("hush")).toBe(false);
  });

  test("refuse any changed byte", async () => {
    const { seal, open } = await processWith({ SECRET_KEY: NEW });
    const sealed = seal("hush");
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = changed[index]! ^ 1;
      expect(() => open(changed), `byte ${index}`).toThrow();
    }
    expect(() => open(sealed.subarray(0, 20))).toThrow();
  });

  test("open after a rotation, until the old key is taken away", async () => {
    const before = await processWith({ SECRET_KEY: OLD });
    const sealed = before.seal("hush");
    const during = await processWith({ SECRET_KEY: `${NEW}, ${OLD}` });
    expect(during.open(sealed)).toBe("hush");
    expect(during.sealedKeyId(sealed)).not.toBe(during.sealedKeyId(during.seal("x")));
    const after = await processWith({ SECRET_KEY: NEW });
    expect(() => after.open(sealed)).toThrow("not among the configured ones");
  });
});

describe("keyed hashes", () => {
  test("differ by purpose and by key, and name their key", async () => {
    const before = await processWith({ SECRET_KEY: OLD });
    const old = before.keyedHash("password", "hunter2");
    expect(before.keyedHash("link", "hunter2").hash.equals(old.hash)).toBe(false);
    const during = await processWith({ SECRET_KEY: `${NEW},${OLD}` });
    const current = during.keyedHash("password", "hunter2");
    expect(current.keyId).not.toBe(old.keyId);
    expect(during.keyedHashes("password", "hunter2")).toEqual([current, old]);
  });

  test("keep their key's number whatever the order of the keys", async () => {
    const { parseRootKeys } = await processWith({ SECRET_KEY: NEW });
    const numbers = (text: string) => new Map(parseRootKeys(text).map((key) => [key.secret, key.keyId]));
    expect(numbers(`${NEW},${OLD}`).get(OLD)).toBe(numbers(`${OLD},${NEW}`).get(OLD));
    for (const id of numbers(`${OLD},${NEW}`).values()) expect(id).toBeLessThanOrEqual(32_767);
  });
});

test("derived keys are 32 bytes, one per purpose", async () => {
  const { derivedKey } = await processWith({ SECRET_KEY: NEW });
  expect(derivedKey("next-auth")).toHaveLength(32);
  expect(derivedKey("next-auth").equals(derivedKey("cookie"))).toBe(false);
});

test.each(["short", `${NEW},short`])("refuses a root key that is too short: %s", async (text) => {
  const { parseRootKeys } = await processWith({ SECRET_KEY: NEW });
  expect(() => parseRootKeys(text)).toThrow("at least 16 characters");
});

test("comparison tells equal from different, of any length", async () => {
  const { sameSecret } = await processWith({ SECRET_KEY: NEW });
  expect(sameSecret("abc", "abc")).toBe(true);
  expect(sameSecret("abc", "abd")).toBe(false);
  expect(sameSecret("abc", "abcd")).toBe(false);
  expect(sameSecret(Buffer.from("abc"), "abc")).toBe(true);
});

test("tokens carry their prefix and enough randomness", async () => {
  const { randomToken } = await processWith({ SECRET_KEY: NEW });
  expect(randomToken(24, "lct_")).toMatch(/^lct_[\w-]{32}$/);
  expect(randomToken(24, "lct_")).not.toBe(randomToken(24, "lct_"));
});

describe("without SECRET_KEY", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-secrets-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("a key is made once, readable by its owner only, and kept", async () => {
    const first = await processWith({ SECRET_KEY: "", DATA_DIR: folder });
    const sealed = first.seal("hush");
    const { mode } = await stat(join(folder, "secret-key"));
    expect(mode & 0o777).toBe(0o600);
    expect((await readFile(join(folder, "secret-key"), "utf8")).length).toBeGreaterThanOrEqual(43);
    const second = await processWith({ SECRET_KEY: "", DATA_DIR: folder });
    expect(second.open(sealed)).toBe("hush");
  });
});
