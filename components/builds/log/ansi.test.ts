import { describe, expect, test } from "vitest";
import { parseAnsi, plain, stripAnsi } from "./ansi.ts";

const esc = "\u001b";

describe("coloured output", () => {
  test("a line without sequences is one piece", () => {
    expect(parseAnsi("hello", plain).segments).toEqual([{ text: "hello", ...plain }]);
  });
  test("an empty line has none", () => {
    expect(parseAnsi("", plain).segments).toEqual([]);
  });
  test("colour and weight begin and end", () => {
    const { segments, pen } = parseAnsi(`a ${esc}[1;31mred${esc}[0m b`, plain);
    expect(segments).toEqual([
      { text: "a ", ...plain },
      { text: "red", color: "red", bold: true, dim: false },
      { text: " b", ...plain },
    ]);
    expect(pen).toEqual(plain);
  });
  test("an open colour goes on in the next line", () => {
    const { pen } = parseAnsi(`${esc}[32mok`, plain);
    expect(parseAnsi("still", pen).segments).toEqual([
      { text: "still", color: "green", bold: false, dim: false },
    ]);
  });
  test("bright colours use the same palette", () => {
    expect(parseAnsi(`${esc}[94mx`, plain).segments[0]?.color).toBe("blue");
  });
  test("256 and true colours are ignored with their arguments", () => {
    expect(parseAnsi(`${esc}[38;5;1mx`, plain).segments).toEqual([{ text: "x", ...plain }]);
    expect(parseAnsi(`${esc}[38;2;1;31;3;1my`, plain).segments).toEqual([
      { text: "y", color: null, bold: true, dim: false },
    ]);
  });
  test.each([
    [`${esc}[2Kcleared`, "cleared"],
    [`${esc}]0;title\u0007text`, "text"],
    [`${esc}]8;;http://a${esc}\\link${esc}]8;;${esc}\\`, "link"],
    ["10%\r50%\r100%", "100%"],
    [`10%${esc}[2K${esc}[1G100%`, "100%"],
    ["windows\r", "windows"],
  ])("%j shows %j", (line, shown) => {
    expect(stripAnsi(line)).toBe(shown);
  });
});
