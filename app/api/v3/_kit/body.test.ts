import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readBody } from "#app/api/v3/_kit/body.ts";
import { choice, flag, integer, text, texts } from "#lib/platform/wire/coerce.ts";

const schema = z.object({
  name: text(),
  tags: texts().optional(),
  enabled: flag().optional(),
  disabled: flag().nullable().optional(),
  repository: z.object({ url: text() }).optional(),
  count: integer(),
  position: integer().optional(),
  kind: choice(["", "a"]).optional(),
  level: choice(["a", "b"]).optional(),
});
const read = (body: BodyInit | null, type?: string, method = "POST") =>
  readBody(
    new Request("http://api.test/", {
      method,
      body,
      ...(type === undefined ? {} : { headers: { "content-type": type } }),
    }),
    schema,
  );
const json = "application/json";
const form = "application/x-www-form-urlencoded";

describe("what can be read", () => {
  test.each([
    ["", json, {}],
    ["", "text/plain", {}],
    ['{"name":"é"}', json, { name: "é" }],
    ['{"name":1}', `${json}; charset=utf-8`, { name: 1 }],
    ["name=a+b&name=c&other=1", form, { name: "c" }],
    ["name=a&tags=x&tags=y", form, { name: "a", tags: ["x", "y"] }],
    ['tags=["x"]', form, { tags: '["x"]' }],
    ["tags=x", form, { tags: ["x"] }],
    ["tags=", form, {}],
    ["name=&position=&disabled=&kind=&level=", form, { name: "", kind: "" }],
    ["count=", form, { count: "" }],
    ['{"name":[[[1]]]}', json, { name: [[[1]]] }],
    ["tags=x&".repeat(999), form, { tags: Array.from({ length: 999 }, () => "x") }],
    ["repository.url=u&repository.type=git", form, { repository: { url: "u", type: "git" } }],
  ])("%s as %s", async (body, type, expected) => expect(await read(body, type)).toEqual(expected));

  test("a multipart form", async () => {
    const data = new FormData();
    data.set("name", "a");
    data.set("enabled", "true");
    expect(await read(data)).toEqual({ name: "a", enabled: "true" });
  });

  test("a check box missing from a form sent with PUT is not checked; elsewhere it is not there", async () => {
    expect(await read("name=a", form, "PUT")).toEqual({ name: "a", enabled: false, disabled: null });
    expect(await read("name=a&enabled=&disabled=", form, "PUT")).toEqual(await read("name=a", form, "PUT"));
    expect(await read("name=a", form, "PATCH")).toEqual({ name: "a" });
    expect(await read('{"name":"a"}', json, "PUT")).toEqual({ name: "a" });
  });
});

describe("what is refused", () => {
  const part = '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n';
  const dictionary = (got: string) => ({
    code: "invalid",
    fields: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`] },
  });
  test.each([
    ["[]", json, dictionary("list")],
    ['"x"', json, dictionary("str")],
    ["1", json, dictionary("int")],
    ["1.5", json, dictionary("float")],
    ["true", json, dictionary("bool")],
    ["null", json, dictionary("NoneType")],
    ["{", json, { code: "invalid", message: expect.stringMatching(/^JSON parse error - /) }],
    [
      "x",
      "text/plain",
      { code: "unsupported_media_type", message: 'Unsupported media type "text/plain" in request.' },
    ],
    ["x", "application/jsonp", { code: "unsupported_media_type" }],
    ["x", "multipart/form-data", { code: "invalid", message: expect.stringMatching(/^Form parse error/) }],
    [`{"name":"${"x".repeat(1024 * 1024)}"}`, json, { code: "too_large" }],
    [
      `{"name":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      json,
      { code: "invalid", message: "JSON parse error - it is nested too deeply." },
    ],
    [
      `{"name":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`,
      json,
      { code: "invalid", message: "JSON parse error - it is nested too deeply." },
    ],
    ["a&".repeat(500_000), form, { code: "invalid", message: "A form may have at most 1000 fields." }],
    [`${"tags=x&".repeat(1000)}tags=x`, form, { message: "A form may have at most 1000 fields." }],
    [`${part.repeat(1001)}--b--\r\n`, "multipart/form-data; boundary=b", { code: "invalid" }],
  ])("%.20s as %s", async (body, type, expected) => {
    await expect(read(body, type)).rejects.toMatchObject(expected);
  });

  test("bytes that are not UTF-8", async () => {
    await expect(read(new Uint8Array([0x7b, 0xff, 0x7d]), json)).rejects.toMatchObject({ code: "invalid" });
  });

  test("a long body that does not say its length", async () => {
    let left = 40;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if ((left -= 1) < 0) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const request = new Request("http://api.test/", {
      method: "POST",
      body: endless,
      headers: { "content-type": json },
      duplex: "half",
    } as RequestInit);
    await expect(readBody(request, schema)).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("bodies that are no object, where a route takes them", () => {
  const fields = { list: "tags", "text/csv": "name" };
  const readAs = (body: BodyInit, type: string) =>
    readBody(
      new Request("http://api.test/", { method: "POST", body, headers: { "content-type": type } }),
      schema,
      undefined,
      fields,
    );

  test.each([
    ['["x"]', json, { tags: ["x"] }],
    ['{"name":"a"}', json, { name: "a" }],
    ["a,b", "text/csv; charset=utf-8", { name: "a,b" }],
    ["name=a", form, { name: "a" }],
  ])("%s as %s", async (body, type, expected) => expect(await readAs(body, type)).toEqual(expected));

  test.each([
    [new Uint8Array([0xff, 0xfe]), "text/csv", "invalid"],
    ["x", "list", "unsupported_media_type"],
    ["x", "text/plain", "unsupported_media_type"],
    ['"x"', json, "invalid"],
  ])("%s as %s is refused", async (body, type, code) =>
    expect(readAs(body, type)).rejects.toMatchObject({ code }),
  );
});
