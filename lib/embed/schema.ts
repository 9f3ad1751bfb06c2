import { z } from "zod";

/** GET /embed/ (spec/api-v3.md 4.13). Everything is checked in the order of the contract, so anything is let in here. */
export const embedQuery = z.object({
  url: z.string().optional().meta({ description: "The page, with the fragment of the part that is wanted." }),
  doctool: z.string().optional().meta({ description: "What made the page; `sphinx` if anything." }),
  doctoolversion: z.string().optional().meta({ description: "Accepted; changes nothing." }),
  maincontent: z.string().optional().meta({
    description: "A CSS selector for the page's own text, for addresses without a fragment.",
  }),
});
export type EmbedQuery = z.output<typeof embedQuery>;

/** A page or a part of it. `content` is HTML as its author wrote it, links apart: not sanitised. */
export const embedJson = z
  .object({
    url: z.string(),
    fragment: z.string().nullable(),
    content: z.string(),
    external: z.boolean(),
  })
  .meta({ id: "Embed" });
export type EmbedJson = z.infer<typeof embedJson>;

/** How embedding says what went wrong, permission apart. */
export const embedError = z.object({ error: z.string() }).meta({ id: "EmbedError" });
