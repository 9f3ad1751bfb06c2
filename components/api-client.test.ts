import { describe, expect, test } from "vitest";
import { fieldMessages, filled, withQuery } from "./api-client.ts";

describe("messages of a refused request", () => {
  test("a field keeps its messages", () => {
    expect(fieldMessages({ name: ["Taken."] })).toEqual({ name: ["Taken."] });
  });
  test("nested fields get dotted names", () => {
    expect(fieldMessages({ repository: { url: ["Invalid scheme for URL"] } })).toEqual({
      "repository.url": ["Invalid scheme for URL"],
    });
  });
  test("detail, a bare list and non_field_errors belong to no field", () => {
    expect(fieldMessages({ detail: "No." })).toEqual({ "": ["No."] });
    expect(fieldMessages(["No."])).toEqual({ "": ["No."] });
    expect(fieldMessages({ non_field_errors: ["No."] })).toEqual({ "": ["No."] });
  });
  test("non_field_errors inside an object belong to that object", () => {
    expect(fieldMessages({ repository: { non_field_errors: ["Wrong."], url: ["Bad."] } })).toEqual({
      repository: ["Wrong."],
      "repository.url": ["Bad."],
    });
  });
  test("anything unreadable gives no message", () => {
    expect(fieldMessages(null)).toEqual({});
    expect(fieldMessages(7)).toEqual({});
  });
});

describe("addresses with a query", () => {
  test("empty values are left out", () => {
    expect(withQuery("/a/", { name: "", limit: 10, running: undefined })).toBe("/a/?limit=10");
    expect(withQuery("/a/")).toBe("/a/");
  });
  test("lists are joined by commas", () => {
    expect(withQuery("/a/", { expand: ["config", "details"], fields: [] })).toBe(
      "/a/?expand=config%2Cdetails",
    );
  });
  test("values are encoded", () => {
    expect(withQuery("/a/", { name: "x&y z" })).toBe("/a/?name=x%26y+z");
  });
});

test("names in braces are filled in, encoded", () => {
  expect(filled("/projects/{project}/versions/{version}/", { project: "pip", version: "a/b c" })).toBe(
    "/projects/pip/versions/a%2Fb%20c/",
  );
});
