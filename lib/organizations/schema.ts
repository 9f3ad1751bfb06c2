import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { organizationSlugRule } from "#lib/organizations/rules.ts";
import { text, url } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

const username = z.object({ username: z.string() });

/** spec/api-v3.md 4.10. */
export const organizationJson = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    url: z.string().nullable(),
    slug: z.string(),
    email: z.string().nullable(),
    owners: z.array(username),
    created: moment,
    modified: moment,
    disabled: z.boolean(),
    _links: z.object({ _self: z.string(), projects: z.string(), notifications: z.string() }),
  })
  .meta({ id: "Organization" });
export type OrganizationJson = z.infer<typeof organizationJson>;

/** What people see of an organization they do not belong to, for example through a public project. */
export const organizationStub = z
  .object({
    slug: z.string(),
    _links: organizationJson.shape._links,
  })
  .meta({ id: "RelatedOrganization" });
export type OrganizationStub = z.infer<typeof organizationStub>;

/** Without a slug it is made from the name. Project slugs never carry it, so it has only the length of a DNS label. */
export const organizationInput = z
  .object({
    name: text({ max: 100 }),
    slug: text({ max: 63, rules: [organizationSlugRule] }).optional(),
    description: text({ max: 2000, blank: true }).nullable().optional(),
    email: text({ max: 255, blank: true, rules: [emailRule] })
      .nullable()
      .optional(),
    url: url({ max: 255, blank: true }).nullable().optional(),
  })
  .meta({ id: "OrganizationInput" });
export type OrganizationInput = z.output<typeof organizationInput>;

/** The slug stays what it is: it stands in addresses. */
export const organizationChanges = organizationInput
  .omit({ slug: true })
  .partial()
  .meta({ id: "OrganizationChanges" });
export type OrganizationChanges = z.output<typeof organizationChanges>;

/** Somebody by name, where the person is known to the organization already. */
export const usernameInput = z.object({ username: text({ max: 150 }) }).meta({ id: "UsernameInput" });
