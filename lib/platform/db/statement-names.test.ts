import { describe, expect, it } from "vitest";
import { statementNames } from "#lib/platform/db/statement-names.ts";

const times = (name: (query: { sql: string }) => string, sql: string, count: number): string[] =>
  Array.from({ length: count }, () => name({ sql }));

describe("names of statements", () => {
  it("only what comes often has one, always the same, no two alike", () => {
    const name = statementNames();
    expect(times(name, "select 1", 7)).toEqual(["", "", "", "", "lectern_0", "lectern_0", "lectern_0"]);
    expect(times(name, "select 2", 5).at(-1)).toBe("lectern_1");
    expect(times(name, "select 3", 4)).toEqual(["", "", "", ""]);
  });

  it("there are never more than a connection can keep", () => {
    const name = statementNames();
    const named = Array.from({ length: 500 }, (_, index) => times(name, `select ${index}`, 6).at(-1));
    expect(named.filter(Boolean)).toHaveLength(200);
    expect(times(name, "select 0", 1)).toEqual(["lectern_0"]);
  });

  it("texts that differ each time do not push out those that return", () => {
    const name = statementNames();
    for (let index = 0; index < 5000; index += 1) {
      name({ sql: `select ${index}` });
      if (index % 100 === 0) name({ sql: "the one that returns" });
    }
    expect(name({ sql: "the one that returns" })).toBe("lectern_0");
  });
});
