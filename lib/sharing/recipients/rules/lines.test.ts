import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRecipients } from "#lib/sharing/recipients/rules/lines.ts";
import { recipientsInput } from "#lib/sharing/recipients/schema.ts";

const read = (body: object) => readRecipients(recipientsInput.parse(body));
const csv = (text: string) => read({ csv: text });
const ada = { name: "Ada", email: null };
const grace = { name: "Grace", email: "grace@example.com" };
/** What tables are made of, and what breaks them. */
const characters = ["a", "B", " ", ",", ";", "\t", '"', "\n", "\r", "@", ".", "\0", "\ud800", "é", "\ufeff"];
const many = (count: number) => Array.from({ length: count }, (_, index) => `Person ${index}`);

describe("a table", () => {
  test.each([
    ["Ada", [ada]],
    ["Ada\nGrace,grace@example.com\n", [ada, grace]],
    ["Ada\r\nGrace;grace@example.com\r\n", [ada, grace]],
    ["Ada\nGrace\tgrace@example.com", [ada, grace]],
    ["\ufeffName,E-Mail\nGrace,grace@example.com\nAda,", [grace, ada]],
    ["email,name\ngrace@example.com,Grace", [grace]],
    ["note;name\nfrom the fair;Ada", [ada]],
    ["\n  Ada  ,\n\n\n Grace , grace@example.com ", [ada, grace]],
    ['"Lovelace, Ada",', [{ name: "Lovelace, Ada", email: null }]],
    ['"Ada ""the first"""', [{ name: 'Ada "the first"', email: null }]],
    ["=1+1", [{ name: "=1+1", email: null }]],
  ])("%j", (text, wanted) => expect(csv(text)).toEqual({ wanted }));

  test.each([
    ["\n", ["Name at least one recipient."]],
    ["name,email\n", ["Name at least one recipient."]],
    [",ada@example.com", ["Line 1: name: This field may not be blank."]],
    ["Ada,ada", ["Line 1: email: Enter a valid email address."]],
    ["Ada\nBob\n\nADA", ["Line 4: ADA is in the list already."]],
    [
      `Ada,ada\nBob\n${"x".repeat(151)}`,
      [
        "Line 1: email: Enter a valid email address.",
        "Line 3: name: Ensure this field has no more than 150 characters.",
      ],
    ],
    ["Ada\u0000", ["Line 1: name: Null characters are not allowed."]],
    ["Ada\u0007", ["Line 1: name: Line ends and control characters are not allowed."]],
    [many(201).join("\n"), ["At most 200 recipients can be added at once."]],
  ])("%j is refused", (text, problems) => {
    const input = { name: undefined, email: null, recipients: undefined, csv: text };
    expect(readRecipients(input)).toEqual({ problems: { csv: problems } });
  });

  test("200 lines are accepted", () => {
    expect(csv(many(200).join("\n"))).toMatchObject({ wanted: { length: 200 } });
  });

  test("any text is read or refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
        const result = readRecipients({ name: undefined, email: null, recipients: undefined, csv: text });
        expect("wanted" in result ? result.wanted.length : Object.keys(result.problems).length).not.toBe(0);
      }),
    );
  });
});

describe("a list", () => {
  test.each([
    [[{ name: "Ada" }, { name: "Grace", email: "grace@example.com" }], { wanted: [ada, grace] }],
    [[{ name: "Ada", email: "" }], { wanted: [ada] }],
    [[{ name: "Ada", email: null }], { wanted: [ada] }],
    [[], { problems: { recipients: ["Name at least one recipient."] } }],
    [[{}], { problems: { recipients: ["Item 1: name: This field is required."] } }],
    [
      [{ name: "Ada" }, { name: "ada" }],
      { problems: { recipients: ["Item 2: ada is in the list already."] } },
    ],
  ])("%j", (recipients, expected) => expect(read({ recipients })).toEqual(expected));

  test.each([["Ada"], [null], [7], [["Ada"]]])("%j is nobody", (item) => {
    expect(read({ recipients: [item] })).toMatchObject({ problems: { recipients: [expect.any(String)] } });
  });
});

test("one by name", () => {
  expect(read({ name: "Grace", email: "grace@example.com" })).toEqual({ wanted: [grace] });
});

test.each([
  [{}, { name: ["This field is required."] }],
  [{ name: "Ada", csv: "Ada" }, { non_field_errors: ["Give one of name, recipients and csv, not several."] }],
])("%j is refused", (body, problems) => expect(read(body)).toEqual({ problems }));
