import { z } from "zod";
import { integer, texts } from "#lib/platform/wire/coerce.ts";
import { redirectInput } from "#lib/redirects/schema.ts";

export const mostUrls = 100;

const urlProblem = (url: string): string | null =>
  /^(?:\/|https?:\/\/)/.test(url) ? null : "Enter paths that begin with / or addresses that begin with http.";
const atLeastOne = "This list may not be empty.";

/** A redirect that is not saved, or not so: in place of the one of that `pk`, else added. It is tried as if it were enabled. */
const draft = redirectInput.extend({ pk: integer({ min: 1 }).optional() }).meta({ id: "RedirectDraft" });
export type RedirectDraft = z.output<typeof draft>;

/** POST …/redirects/test/: paths on the project's canonical docs host, or full addresses. */
export const trialInput = z
  .object({
    urls: texts({ most: mostUrls, max: 2000, rules: [urlProblem] }).refine(
      (urls) => urls.length > 0,
      atLeastOne,
    ),
    redirect: draft.optional(),
  })
  .meta({ id: "RedirectTestInput" });

const hop = z
  .object({
    to: z.string(),
    status: z.union([z.literal(301), z.literal(302)]),
    kind: z
      .string()
      .describe("What `X-Docs-Redirect` says: `user` for a project's own, else the built-in one."),
    redirect: z.int().nullable().describe("Id of the redirect of this project that sends readers here."),
  })
  .meta({ id: "RedirectTestHop" });

const trial = z
  .object({
    url: z.string().describe("As it was asked for."),
    exists: z
      .boolean()
      .nullable()
      .describe(
        "Whether a page is there before any redirect of a project's own; null when you may not know.",
      ),
    redirect: z
      .int()
      .nullable()
      .describe(
        "The redirect of this project that decides, followed or not because it would lead back; 0 for the one of the request.",
      ),
    hops: z.array(hop),
    end: z.object({
      url: z.string(),
      outcome: z.enum([
        "page",
        "missing",
        "reserved",
        "unreadable",
        "elsewhere",
        "bad_address",
        "circle",
        "too_many_hops",
      ]),
    }),
  })
  .meta({ id: "RedirectTestResult" });

const unreachable = z
  .object({
    redirect: z.int(),
    reason: z.enum([
      "earlier_redirect",
      "opposite_redirect",
      "built_in_redirect",
      "reserved_path",
      "other_project",
    ]),
    because_of: z.int().nullable().describe("The redirect that always comes before it."),
  })
  .meta({ id: "UnreachableRedirect" });

export const trialJson = z
  .object({
    results: z.array(trial),
    never_reached: z.array(unreachable).describe("Enabled redirects that decide nothing, whatever is asked."),
    not_reached: z.array(z.int()).describe("Enabled redirects that none of these addresses came to."),
  })
  .meta({ id: "RedirectTest" });
export type TrialJson = z.infer<typeof trialJson>;
