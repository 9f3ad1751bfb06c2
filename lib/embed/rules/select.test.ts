import { describe, expect, test } from "vitest";
import { selectContent, type Wanted } from "#lib/embed/rules/select.ts";
import { formatElement, parsePage } from "#lib/platform/html/document.ts";

async function select(html: string, wanted: Partial<Wanted>): Promise<string | null> {
  const whole: Wanted = { fragment: "", doctool: null, maincontent: null, ...wanted };
  const found = selectContent(await parsePage(html), whole);
  return found && formatElement(found);
}
const sphinx = (fragment: string): Partial<Wanted> => ({ fragment, doctool: "sphinx" });

describe("[serving L3] the page's own text, without a fragment (serving.md 19.2)", () => {
  test.each<[what: string, html: string, expected: string | null]>([
    [
      "Sphinx: the role main",
      '<div class="sidebar"><h1>Menu</h1></div><div role="main"><h1>T</h1></div>',
      '<div role="main"><h1>T</h1></div>',
    ],
    [
      "MkDocs: the role main inside main",
      '<main><div role="main">a</div></main>',
      '<div role="main">a</div>',
    ],
    [
      "Material, mdBook: the main element",
      "<nav><h1>N</h1></nav><main><p>a</p></main>",
      "<main><p>a</p></main>",
    ],
    [
      "docutils: the parent of the first h1",
      '<div class="document"><h1>T</h1><p>a</p></div>',
      '<div class="document"><h1>T</h1><p>a</p></div>',
    ],
    ["a bare page: the body", "<h1>T</h1><p>a</p>", "<body><h1>T</h1><p>a</p></body>"],
    ["the first of two mains", "<main>a</main><main>b</main>", "<main>a</main>"],
    ["a page without any of them", "<h2>T</h2><p>a</p>", null],
    ["an empty page", "", null],
    ["a frameset, which has no body", '<frameset><frame src="a.html"></frameset>', null],
    ["text", "just text", null],
  ])("%s", async (_what, html, expected) => expect(await select(html, {})).toBe(expected));

  test("a selector goes before all of them", async () => {
    const html = '<main>a</main><article class="body"><p>b</p></article>';
    expect(await select(html, { maincontent: "article.body > p" })).toBe("<p>b</p>");
    expect(await select(html, { maincontent: ".missing" })).toBeNull();
  });

  test("a selector is not heeded with a fragment", async () => {
    const html = '<main>a</main><p id="x">b</p>';
    expect(await select(html, { fragment: "x", maincontent: "main" })).toBe('<p id="x">b</p>');
  });
});

describe("[serving L4] the element a fragment names", () => {
  test.each<[what: string, html: string, fragment: string, expected: string | null]>([
    ["a section", '<section id="a"><h2>A</h2></section>', "a", '<section id="a"><h2>A</h2></section>'],
    ["the first of two with the same id", '<p id="a">1</p><p id="a">2</p>', "a", '<p id="a">1</p>'],
    ["an id that needs escaping in CSS", '<p id="a.b:c[d]">x</p>', "a.b:c[d]", '<p id="a.b:c[d]">x</p>'],
    ["an id with quotes", `<p id='a"b'>x</p>`, 'a"b', '<p id="a&quot;b">x</p>'],
    ["an id as it is encoded", '<p id="%C3%BC">x</p><p id="ü">y</p>', "%C3%BC", '<p id="%C3%BC">x</p>'],
    ["an id decoded, if it is not there encoded", '<p id="ü">y</p>', "%C3%BC", '<p id="ü">y</p>'],
    ["a fragment with broken encoding", '<p id="%zz">y</p>', "%zz", '<p id="%zz">y</p>'],
    ["other case", '<p id="A">x</p>', "a", null],
    ["a name is no id", '<a name="a">x</a>', "a", null],
    ["nothing", "<p>x</p>", "a", null],
    ["a term alone", '<dl><dt id="a">A</dt><dd>1</dd></dl>', "a", '<dt id="a">A</dt>'],
    ["an empty mark alone", '<section id="s"><span id="a"></span></section>', "a", '<span id="a"></span>'],
  ])("%s", async (_what, html, fragment, expected) =>
    expect(await select(html, { fragment })).toBe(expected),
  );
});

describe("[serving L4] what Sphinx means by an id", () => {
  const glossary =
    '<dl class="glossary simple"><dt id="t1">One</dt>\n<dd>1</dd><dt id="t2">Two</dt><dt id="t3">Deux</dt><dd>2</dd></dl>';

  test.each<[what: string, html: string, fragment: string, expected: string]>([
    [
      "a label before a section's heading: the section",
      '<section id="s"><span id="l"></span><h2>S</h2></section>',
      "l",
      '<section id="s"><span id="l"></span><h2>S</h2></section>',
    ],
    [
      "the same before docutils 0.18",
      '<div class="section" id="s"><span id="l"></span><h2>S</h2></div>',
      "l",
      '<div class="section" id="s"><span id="l"></span><h2>S</h2></div>',
    ],
    [
      "a label in a section without an id",
      '<section><span id="l"></span></section>',
      "l",
      '<span id="l"></span>',
    ],
    ["a label elsewhere", '<p><span id="l"></span>text</p>', "l", '<span id="l"></span>'],
    ["a mark with text", '<section id="s"><span id="l">x</span></section>', "l", '<span id="l">x</span>'],
    [
      "a class that only begins like it",
      '<div class="sections"><span id="l"></span></div>',
      "l",
      '<span id="l"></span>',
    ],
    [
      "a configuration value: the whole list",
      '<dl class="confval"><dt id="c">c</dt><dd>text</dd></dl>',
      "c",
      '<dl class="confval"><dt id="c">c</dt><dd>text</dd></dl>',
    ],
    [
      "an API object: the whole list, its methods included",
      '<dl class="py class"><dt id="m.C">C</dt><dd><dl class="py method"><dt id="m.C.f">f</dt><dd>d</dd></dl></dd></dl>',
      "m.C",
      '<dl class="py class"><dt id="m.C">C</dt><dd><dl class="py method"><dt id="m.C.f">f</dt><dd>d</dd></dl></dd></dl>',
    ],
    [
      "a method: its own list",
      '<dl class="py class"><dt id="m.C">C</dt><dd><dl class="py method"><dt id="m.C.f">f</dt><dd>d</dd></dl></dd></dl>',
      "m.C.f",
      '<dl class="py method"><dt id="m.C.f">f</dt><dd>d</dd></dl>',
    ],
    [
      "a term of a glossary: it and its definition",
      glossary,
      "t1",
      '<dl class="glossary simple"><dt id="t1">One</dt><dd>1</dd></dl>',
    ],
    [
      "a term that shares its definition",
      glossary,
      "t2",
      '<dl class="glossary simple"><dt id="t2">Two</dt><dd>2</dd></dl>',
    ],
    ["the last of them", glossary, "t3", '<dl class="glossary simple"><dt id="t3">Deux</dt><dd>2</dd></dl>'],
    [
      "a citation: it and its text",
      '<dl class="docutils citation"><dt class="label" id="c1">[A]</dt><dd>a</dd><dt class="label" id="c2">[B]</dt>\n<dd>b</dd></dl>',
      "c2",
      '<dl class="docutils citation"><dt class="label" id="c2">[B]</dt><dd>b</dd></dl>',
    ],
    [
      "a term without a definition",
      '<dl class="glossary"><dt id="t">T</dt></dl>',
      "t",
      '<dl class="glossary"><dt id="t">T</dt></dl>',
    ],
    [
      "a list without a class",
      '<dl><dt id="t">T</dt><dd>d</dd></dl>',
      "t",
      '<dl><dt id="t">T</dt><dd>d</dd></dl>',
    ],
    ["any other element: itself", '<section id="s"><p id="p">x</p></section>', "p", '<p id="p">x</p>'],
  ])("%s", async (_what, html, fragment, expected) =>
    expect(await select(html, sphinx(fragment))).toBe(expected),
  );
});
