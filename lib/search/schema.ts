import { z } from "zod";
import { largestPageSize, usualPageSize } from "#lib/search/rules/paging.ts";

/** In characters. */
const longestQuery = 4096;

/** What the search endpoint is asked (spec/serving.md 20.3). */
export const searchRequest = z.object({
  q: z
    .string()
    .optional()
    .transform((value, ctx): string => {
      if (value === undefined) ctx.addIssue("This query parameter is required");
      else if (value.length > longestQuery)
        ctx.addIssue(`Ensure this field has no more than ${longestQuery} characters.`);
      return value ?? "";
    })
    .meta({
      type: "string",
      maxLength: longestQuery,
      description: "What to look for, and `project:`, `subprojects:` or `user:@me` for where.",
    }),
  page: z.string().optional().meta({ type: "integer", minimum: 1, description: "1 unless told." }),
  page_size: z
    .string()
    .optional()
    .meta({
      type: "integer",
      minimum: 1,
      maximum: largestPageSize,
      description: `${usualPageSize} unless told.`,
    }),
});

const fragments = z.array(z.string()).describe("HTML: escaped, what was found in `<span>`.");

const block = z
  .object({
    type: z.literal("section"),
    id: z.string().describe("The fragment that leads to the section; empty for the top of the page."),
    title: z.string(),
    content: z.string().describe("Plain text, at most 100,000 characters."),
    highlights: z.object({ title: fragments, content: fragments }),
  })
  .meta({ id: "SearchSection" });

export const searchResult = z
  .object({
    type: z.literal("page"),
    project: z.object({ slug: z.string(), alias: z.string().nullable() }),
    version: z.object({ slug: z.string() }),
    title: z.string(),
    domain: z.string(),
    path: z.string(),
    highlights: z.object({ title: fragments }),
    blocks: z.array(block),
  })
  .meta({ id: "SearchResult" });

/** The answer of the search endpoint (spec/serving.md 20.6). */
export const searchAnswer = z.object({
  count: z.int().min(0),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(searchResult),
  projects: z.array(z.object({ slug: z.string(), versions: z.array(z.object({ slug: z.string() })) })),
  query: z.string(),
});

export type SearchAnswerJson = z.infer<typeof searchAnswer>;
export type SearchResultJson = z.infer<typeof searchResult>;
