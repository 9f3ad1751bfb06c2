import { expect, test } from "vitest";
import { formatElement, isPageTooComplex, parsePage } from "#lib/platform/html/document.ts";
import {
  elementsBelow,
  findElement,
  isSelectorRefused,
  mainElement,
  type SelectorRefused,
  selectElement,
} from "#lib/platform/html/find.ts";

const refusal = (page: Awaited<ReturnType<typeof parsePage>>, selector: string): string => {
  try {
    selectElement(page, selector);
    return "answered";
  } catch (error) {
    return isSelectorRefused(error) ? (error satisfies SelectorRefused).reason : String(error);
  }
};

test.each<[written: string, body: string]>([
  ["<p>one<p>two", "<body><p>one</p><p>two</p></body>"],
  ["no markup at all", "<body>no markup at all</body>"],
  ["", "<body></body>"],
  ["<b><i>crossed</b></i>", "<body><b><i>crossed</i></b></body>"],
  ["<p title=a&amp;b>1 &lt; 2&nbsp;é", '<body><p title="a&amp;b">1 &lt; 2&nbsp;é</p></body>'],
  ["<table><tr><td>x", "<body><table><tbody><tr><td>x</td></tr></tbody></table></body>"],
  ["<script>if (a < b) {}</script>", "<head><script>if (a < b) {}</script></head>"],
])("%s is read as browsers read it", async (written, expected) => {
  const page = await parsePage(written);
  const part = findElement(page, ({ name }) => name === (expected.startsWith("<head>") ? "head" : "body"));
  expect(part && formatElement(part)).toBe(expected);
});

test("a page parsed in many steps is the same as in one", async () => {
  const paragraph = "<p>A \u{1F600} smile &amp;\r\na <em class='x'>word</em>.</p>";
  const count = 5000;
  const page = await parsePage(`<main>${paragraph.repeat(count)}</main>`);
  const main = mainElement(page);
  expect(main && formatElement(main)).toBe(
    `<main>${'<p>A \u{1F600} smile &amp;\na <em class="x">word</em>.</p>'.repeat(count)}</main>`,
  );
});

test("other work goes on while a large page is parsed", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await parsePage("<p>text</p>".repeat(50_000));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test.each<[what: string, html: string]>([
  ["nested too deeply", "<div>".repeat(600)],
  ["nested too deeply inside templates", "<template>".repeat(600)],
  ["of too many elements", "<br>".repeat(300_001)],
])("a page %s is refused", { timeout: 30_000 }, async (_what, html) => {
  await expect(parsePage(html)).rejects.toSatisfy(isPageTooComplex);
});

test("elements come in the order of the page, without those of templates", async () => {
  const page = await parsePage("<i><b></b></i>text<!-- no --><template><u></u></template><s></s>");
  expect([...elementsBelow(page)].map(({ name }) => name)).toEqual([
    "html",
    "head",
    "body",
    "i",
    "b",
    "template",
    "s",
  ]);
});

test("the role main goes before the main element, wherever it is", async () => {
  const both = await parsePage("<main>a</main><div role=main>b</div>");
  expect(mainElement(both)?.name).toBe("div");
  expect(mainElement(await parsePage("<p>a<main>b"))?.name).toBe("main");
  expect(mainElement(await parsePage("<p>a"))).toBeNull();
});

test("a selector finds the first element that matches", async () => {
  const page = await parsePage('<p>a</p><article class="doc body"><p id=x>b</p></article>');
  expect(selectElement(page, "article.doc > p")?.attribs.id).toBe("x");
  expect(selectElement(page, ".missing")).toBeNull();
});

test.each(["[", ":nonsense(1)", ":not(", "p:has(", "\u0000", "::before"])(
  "%j is no selector",
  async (selector) => expect(refusal(await parsePage("<p>a</p>"), selector)).toBe("invalid"),
);

test("a selector that would take for ever is stopped", async () => {
  const page = await parsePage("<div>".repeat(400) + "<b>".repeat(100));
  expect(refusal(page, "i div div div div b")).toBe("too_costly");
  expect(refusal(page, "i".repeat(301))).toBe("too_costly");
});
