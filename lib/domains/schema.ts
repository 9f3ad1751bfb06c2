import { z } from "zod";
import { headerName, headerNames, headerValueProblem } from "#lib/domains/rules/headers.ts";
import { flag, integer, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

export const domainStates = ["pending", "verified", "failed", "expired"] as const;
export type DomainState = (typeof domainStates)[number];
export const stepNames = ["dns", "ownership", "certificate", "live"] as const;
export type StepName = (typeof stepNames)[number];

/** A record of DNS: what should be there and what is. `found` is null where DNS gave no answer, or nobody has asked yet. */
const domainRecord = z
  .object({
    type: z.enum(["CNAME", "TXT", "ADDRESS"]),
    name: z.string(),
    expected: z.array(z.string()),
    found: z.array(z.string()).nullable(),
    state: z.enum(["ok", "missing", "wrong", "unneeded", "unknown"]),
    note: z.string(),
  })
  .meta({ id: "DomainRecord" });
export type DomainRecord = z.infer<typeof domainRecord>;

const domainStep = z
  .object({
    name: z.enum(stepNames),
    state: z.enum(["waiting", "done", "failed"]),
    /** When it was first seen done. */
    at: moment.nullable(),
    note: z.string(),
  })
  .meta({ id: "DomainStep" });
export type DomainStep = z.infer<typeof domainStep>;

/** What the last check found, as it is stored and shown. */
export const findings = z.object({
  provider: z.string().nullable().default(null),
  records: z.array(domainRecord).default([]),
  steps: z.array(domainStep).default([]),
});
export type Findings = z.output<typeof findings>;

const header = z
  .object({ name: z.enum(headerNames), value: z.string(), secure_only: z.boolean() })
  .meta({ id: "DomainHeader" });

/** A domain of a project's own. */
export const domainJson = z
  .object({
    id: z.int(),
    created: moment,
    modified: moment,
    project: z.string(),
    domain: z.string(),
    canonical: z.boolean(),
    https: z.boolean(),
    hsts_max_age: z.int().min(0),
    hsts_include_subdomains: z.boolean(),
    hsts_preload: z.boolean(),
    headers: z.array(header),
    state: z.enum(domainStates),
    verified: moment.nullable(),
    /** Until when the proof counts, or must be there. */
    verify_by: moment,
    last_check: moment.nullable(),
    next_check: moment.nullable(),
    /** Who runs its DNS, where that is a well-known company. */
    provider: z.string().nullable(),
    records: z.array(domainRecord),
    steps: z.array(domainStep),
    _links: z.object({ _self: z.string(), check: z.string(), project: z.string() }),
  })
  .meta({ id: "Domain" });
export type DomainJson = z.infer<typeof domainJson>;

const onTheList = (name: string): string | null =>
  headerName(name) === null ? `This header cannot be set. Possible are ${headerNames.join(", ")}.` : null;

const headerInput = z.object({
  name: text({ max: 100, rules: [onTheList] }),
  value: text({ max: 4096, rules: [headerValueProblem] }),
  secure_only: flag().default(false),
});

const settings = {
  canonical: flag().optional(),
  /** The mark of another domain moves here, instead of being in the way. */
  move_canonical: flag().optional(),
  https: flag().optional(),
  hsts_max_age: integer({ min: 0 }).optional(),
  hsts_include_subdomains: flag().optional(),
  hsts_preload: flag().optional(),
  /** All of them: what is left out goes. */
  headers: z.array(headerInput).max(headerNames.length).optional(),
};

/** POST. */
export const domainInput = z.object({ ...settings, domain: text({ max: 255 }) }).meta({ id: "DomainInput" });
export type DomainInput = z.output<typeof domainInput>;

/** PATCH: any subset. The domain itself stays: another one is another domain. */
export const domainChanges = z.object(settings).meta({ id: "DomainChanges" });
export type DomainChanges = z.output<typeof domainChanges>;

/** The question of a proxy that is about to get a certificate. */
export const certificateQuestion = z.object({ domain: text({ max: 255 }) });
export const certificateAnswer = z.object({ domain: z.string() }).meta({ id: "CertificateAnswer" });
