import { textOf } from "#components/form/form-state.ts";
import type { SharedField } from "#components/form/guarded-form.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import type { Redirect, RedirectInput } from "./api.ts";
import { typeNames } from "./redirect-words.ts";

export const isType = (value: string | null | undefined): value is RedirectType =>
  typeof value === "string" && Object.hasOwn(typeNames, value);

/** What stands in the form of a redirect. Positions are counted from 1 there; an empty one leaves it to the API. */
export function readRedirect(data: FormData): RedirectInput {
  const type = textOf(data, "type");
  const position = textOf(data, "position");
  return {
    type: isType(type) ? type : "page",
    from_url: textOf(data, "from_url"),
    to_url: textOf(data, "to_url"),
    force: data.has("force"),
    http_status: textOf(data, "http_status") === "301" ? 301 : 302,
    description: textOf(data, "description"),
    enabled: data.has("enabled"),
    ...(position !== "" && { position: Number(position) - 1 }),
  };
}

const yes = (is: boolean): string => (is ? "on" : "");
const yesOrNo = (value: string): string => (value === "on" ? "Yes" : "No");

/** What others may change meanwhile. */
export const sharedFields: readonly SharedField<Redirect>[] = [
  {
    name: "type",
    label: "Type",
    of: ({ type }) => type,
    say: (value) => (isType(value) ? typeNames[value] : value),
  },
  { name: "from_url", label: "From", of: ({ from_url }) => from_url ?? "" },
  { name: "to_url", label: "To", of: ({ to_url }) => to_url ?? "" },
  { name: "force", label: "Forced", of: ({ force }) => yes(force === true), say: yesOrNo },
  { name: "http_status", label: "Status", of: ({ http_status }) => String(http_status) },
  { name: "description", label: "Description", of: ({ description }) => description ?? "" },
  { name: "enabled", label: "Enabled", of: ({ enabled }) => yes(enabled !== false), say: yesOrNo },
  { name: "position", label: "Position", of: ({ position }) => String(position + 1) },
];
