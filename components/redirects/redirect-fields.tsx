"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckField, RadioCards, TextField } from "#components/form/field.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { RedirectType } from "#lib/redirects/schema.ts";
import { type Redirect, redirectsResource } from "./api.ts";
import { isType } from "./redirect-values.ts";
import { isSuffixType, typeNames } from "./redirect-words.ts";

/** What the form begins with. */
export type Start = Partial<Pick<Redirect, "pk" | "force" | "enabled" | "description" | "http_status">> & {
  type: RedirectType;
  from_url: string | null;
  to_url: string | null;
  /** From 0; not named, the API puts a new one first. */
  position?: number;
};

const types = [
  { value: "page", label: typeNames.page, hint: "One page or folder, in every version and language." },
  { value: "exact", label: typeNames.exact, hint: "One full path, or all below it: /en/1.0/*" },
  {
    value: "clean_url_to_html",
    label: typeNames.clean_url_to_html,
    hint: "/page/ becomes /page.html, everywhere.",
  },
  {
    value: "html_to_clean_url",
    label: typeNames.html_to_clean_url,
    hint: "/page.html becomes /page/, everywhere.",
  },
] as const;

const statuses = [
  { value: "302", label: "302 temporary", hint: "The usual choice." },
  { value: "301", label: "301 permanent", hint: "Browsers and search engines remember it for a long time." },
] as const;

const examples: Record<"page" | "exact", { from: string; to: string; hint: string }> = {
  page: {
    from: "/install.html",
    to: "/start.html",
    hint: "The page without language and version. End with * to match everything below.",
  },
  exact: {
    from: "/en/1.0/*",
    to: "/en/latest/:splat",
    hint: "The full path without the domain. End with * to match everything below.",
  },
};

export function RedirectFields({ project, start }: { project: string; start: Start }) {
  const { data } = useQuery(redirectsResource(project));
  const [type, setType] = useState(start.type);
  const [from, setFrom] = useState(start.from_url ?? "");
  const rows = data?.results ?? [];
  const others = rows.filter(({ pk }) => pk !== start.pk);
  const twin = others.find((other) => other.type === type && (isSuffixType(type) || isSame(other, from)));
  const example = isSuffixType(type) ? null : examples[type];
  return (
    <>
      <RadioCards
        name="type"
        label="Type"
        options={types}
        defaultValue={start.type}
        onChange={(value) => isType(value) && setType(value)}
      />
      {example && (
        <>
          <TextField
            name="from_url"
            label="From"
            mono
            defaultValue={from}
            placeholder={example.from}
            hint={example.hint}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            name="to_url"
            label="To"
            mono
            defaultValue={start.to_url ?? ""}
            placeholder={example.to}
            hint={
              <>
                A path, or a full address of another site. <code>:splat</code> stands for what <code>*</code>{" "}
                matched.
              </>
            }
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      {twin && (
        <Callout tone="warning">
          {isSuffixType(type)
            ? `Number ${twin.position + 1} is of this type, and a project can have one only.`
            : `Number ${twin.position + 1} is about the same address. The first of the two decides.`}
        </Callout>
      )}
      <RadioCards
        name="http_status"
        label="Status"
        options={statuses}
        defaultValue={String(start.http_status ?? 302)}
      />
      <CheckField
        name="force"
        value="on"
        label="Apply even if the page exists"
        hint="Usually only missing pages are redirected."
        defaultChecked={start.force ?? false}
      />
      <CheckField
        name="enabled"
        value="on"
        label="Enabled"
        hint="Otherwise it is kept in the list and does nothing."
        defaultChecked={start.enabled ?? true}
      />
      <TextField
        name="description"
        label="Description"
        optional
        maxLength={255}
        dir="auto"
        defaultValue={start.description ?? ""}
      />
      <div className="w-40">
        <TextField
          name="position"
          label="Position"
          optional
          type="number"
          min={1}
          max={rows.length + (start.pk === undefined ? 1 : 0)}
          defaultValue={start.position === undefined ? "" : start.position + 1}
          placeholder="1"
          hint="1 is tried first."
        />
      </div>
    </>
  );
}

const tidy = (address: string): string => `/${address.trim().replace(/^\/+|\/+$/g, "")}`;
const isSame = (other: Redirect, from: string): boolean =>
  from.trim() !== "" && other.from_url === tidy(from);
