import { EleventyHtmlBasePlugin } from "@11ty/eleventy";

/** The folder the site is served from, for example /en/latest/. */
const base = new URL(process.env.READTHEDOCS_CANONICAL_URL ?? "http://127.0.0.1/").pathname;

export default function configure(eleventy) {
  eleventy.addPlugin(EleventyHtmlBasePlugin);
  eleventy.addPassthroughCopy({ "pages/style.css": "style.css" });
  return { dir: { input: "pages" }, pathPrefix: base };
}
