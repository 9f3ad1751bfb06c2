import { describe, expect, test } from "vitest";
import { type PageSection, readPage } from "#lib/search/rules/page.ts";

const read = (body: string) =>
  readPage(`<!doctype html><title>From the head</title><body>${body}`, "dir/file.html");
const section = (anchor: string, title: string, content: string): PageSection => ({ anchor, title, content });

test("a page as Sphinx makes it", async () => {
  const page = await read(`
    <nav>All pages</nav>
    <div role="main"><div class="document">
      <section id="kettle"><h1>Kettle<a class="headerlink" href="#kettle">¶</a></h1>
        <p>How to <em>boil</em> wa<b>ter</b>.</p>
        <div class="toctree-wrapper"><ul><li>Chapter one</li></ul></div>
        <div class="contents local topic"><p>On this page</p></div>
        <nav class="contents local"><p>On this page</p></nav>
        <section id="steam"><h2>Steam<a class="headerlink" href="#steam">¶</a></h2>
          <p>Steam is hot.</p>
          <div class="highlight-python notranslate"><div class="highlight"><table><tr>
            <td class="linenos"><pre>1\n2</pre></td>
            <td class="code"><pre><span class="lineno">1 </span>import kettle\n<span class="linenos">2</span>kettle.boil()</pre></td>
          </tr></table><button>Copy</button></div></div>
        </section>
        <section id="cups"><h2>Cups</h2></section>
      </section>
    </div></div><footer>Made with care</footer><script>alert(1)</script>`);
  expect(page.title).toBe("Kettle");
  expect(page.sections).toEqual([
    section("kettle", "Kettle", "How to boil water."),
    section("steam", "Steam", "Steam is hot. import kettle kettle.boil()"),
    section("cups", "Cups", ""),
  ]);
});

test("a page as MkDocs makes it: headings beside their text", async () => {
  const page = await read(`<div role="search">Search</div><main><article>
    <h1 id="kettle">Kettle</h1><p>First.</p>
    <h2 id="one">One</h2><p>Text of one.</p><ul><li>a</li><li>b</li></ul>
    <h3 id="deep">Deep</h3><p>Deep text.</p>
    <h2 id="two">Two</h2><p>Text of two.</p>
    </article></main>`);
  expect(page.sections).toEqual([
    section("kettle", "Kettle", "First."),
    section("one", "One", "Text of one. a b"),
    section("two", "Two", "Text of two."),
    section("deep", "Deep", "Deep text."),
  ]);
});

describe("pages made by hand", () => {
  test.each([
    ["without a title: its path", "<p>Text", "dir/file.html", [section("", "dir/file.html", "Text")]],
    [
      "without main: the parent of the first heading",
      "<div>menu</div><div><h1 id=a>A</h1><p>text</div>",
      "A",
      [section("a", "A", "text")],
    ],
    [
      "a heading wrapped in a header",
      "<div>menu</div><div><header><h1 id=a>A</h1><p>sub</header><p>text</div>",
      "A",
      [section("a", "A", "text")],
    ],
    [
      "a heading without an id takes its parent's",
      "<main><section id=s><h1>A</h1>text</section></main>",
      "A",
      [section("s", "A", "text")],
    ],
    [
      "text before the first heading",
      "<main><p>Before</p><div><p>and more</p><h2 id=b>B</h2><p>after</p></div></main>",
      "dir/file.html",
      [section("", "dir/file.html", "Before and more"), section("b", "B", "after")],
    ],
    ["nothing at all", "", "dir/file.html", []],
    [
      "role main before main",
      "<main>no</main><div role=main><h1 id=a>A</h1>yes</div>",
      "A",
      [section("a", "A", "yes")],
    ],
    [
      "scripts, styles and templates",
      "<main><h1 id=a>A</h1><style>x</style><template>y</template><noscript>z</noscript>t</main>",
      "A",
      [section("a", "A", "t")],
    ],
    [
      "block elements separate words, inline ones do not",
      "<main><h1 id=a>A</h1><p>one</p><p>t<i>w</i>o</p>three<br>four</main>",
      "A",
      [section("a", "A", "one two three four")],
    ],
  ])("%s", async (_what, body, title, sections) => {
    expect(await readPage(body, "dir/file.html")).toMatchObject({ title, sections });
  });

  test("the title in the head, where there is no heading", async () => {
    expect(await read("<main>Text</main>")).toMatchObject({
      title: "From the head",
      sections: [section("", "From the head", "Text")],
    });
  });
});

describe("definition lists", () => {
  const within = async (list: string) =>
    (await read(`<main><h1 id=a>A</h1>${list}<p>after</p></main>`)).sections;

  test("each term with an id is a section, before all others", async () => {
    expect(await within("<dl><dt id=x>x()</dt><dd>Does x.</dd><dt id=y>y</dt><dd>Does y.</dd></dl>")).toEqual(
      [section("x", "x()", "Does x."), section("y", "y", "Does y."), section("a", "A", "after")],
    );
  });

  test("terms that share a definition share its text", async () => {
    expect(await within("<dl><dt id=x>x</dt><dt>none</dt><dt id=y>y</dt><dd>Both.</dd></dl>")).toEqual([
      section("x", "x", "Both."),
      section("y", "y", "Both."),
      section("a", "A", "none after"),
    ]);
  });

  test("nested terms are sections of their own, and not a part of the outer one", async () => {
    const list = `<dl><dt id=c>Class</dt><dd>Outer. <dl><dt id=m>method</dt><dd>Inner.</dd><dt>plain</dt><dd>stays</dd></dl></dd></dl>`;
    expect(await within(list)).toEqual([
      section("c", "Class", "Outer. plain stays"),
      section("m", "method", "Inner."),
      section("a", "A", "after"),
    ]);
  });

  test("terms without an id or a definition stay where they are", async () => {
    expect(
      await within("<dl><dt>x</dt><dd>Text.</dd><dt id=''>y</dt><dd>More.</dd><dt id=z>z</dt></dl>"),
    ).toEqual([section("a", "A", "x Text. y More. z after")]);
  });
});

test("a section ends after a megabyte, a page after four and after ten thousand sections", async () => {
  const long = await read(`<main><h1 id=a>A</h1><p>${"word ".repeat(300_000)}</p></main>`);
  expect(long.sections[0]?.content).toHaveLength(1024 * 1024);
  const longer = await read(`<main>${`<h2>A</h2><p>${"x".repeat(1_000_000)}</p>`.repeat(6)}</main>`);
  const total = longer.sections.reduce((sum, { content }) => sum + content.length, 0);
  expect(total).toBe(4 * 1024 * 1024);
  const many = await read(`<main>${"<h2 id=x>H</h2>t".repeat(10_100)}</main>`);
  expect(many.sections).toHaveLength(10_000);
});

test("a page whose headings lie in each other takes no longer than its text deserves", async () => {
  let nested = "";
  for (let depth = 0; depth < 80; depth += 1)
    nested = `<h2>H</h2><div><div><div><div>${nested}</div></div></div></div>`;
  const page = await read(`<main>${nested}<p>${"word ".repeat(1000)}</p></main>`);
  expect(page.sections.length).toBeLessThanOrEqual(81);
});

describe("pages made to be slow take no longer than others", () => {
  const long = "word ".repeat(20_000);
  test.each<[what: string, body: string]>([
    ["a definition of many terms", `<dl>${"<dt id=a>a".repeat(5_000)}<dd>${long}</dl>`],
    [
      "an empty definition of many terms",
      `<dl>${"<dt id=a>".repeat(5_000)}<dd>${"<b></b>".repeat(20_000)}</dl>`,
    ],
    ["code in code", `${"<div class=highlight><pre>".repeat(200)}${long}`],
    ["code in code without any", `${"<div class=highlight>".repeat(500)}${"<b></b>".repeat(20_000)}`],
    ["preformatted in preformatted", `<div class=highlight>${"<pre>".repeat(500)}${long}`],
    ["headings in each other", `${"<h2>a</h2><div><div><div>".repeat(120)}${"<b></b>".repeat(20_000)}`],
  ])(
    "%s",
    async (_what, body) => {
      const { sections } = await read(`<main>${body}</main>`);
      expect(sections.length).toBeLessThanOrEqual(10_000);
      expect(sections.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(
        4 * 1024 * 1024,
      );
    },
    20_000,
  );

  test("code in code is read once", async () => {
    const { sections } = await read(
      "<main><h1>T</h1><div class=highlight>a<pre>b<div class=highlight>c<pre>d</pre></div></pre>e</div></main>",
    );
    expect(sections).toEqual([section("", "T", "b c d")]);
  });
});
