"use client";

import type { Schema } from "#components/api-operations.ts";
import { CheckField, FieldGroup, RadioCards, TextAreaField, TextField } from "#components/form/field.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { PasswordField } from "./password-field.tsx";
import type { Allowed, ShareValues } from "./share-values.ts";
import { isShareType, typeNames, usualDescription } from "./share-words.ts";
import { VersionPicker } from "./version-picker.tsx";

const typeHints = {
  token: "Anyone who has the link can read until they close their browser.",
  password: "People open the link, or any page, and type the password.",
  http_header_token: "For scripts and proxies. Cannot be used in a browser.",
} as const;

type Field = {
  values: ShareValues;
  change: (changes: Partial<ShareValues>) => void;
};

/** What a share is, in the order in which people decide it. The type of one that is there stays. */
export function ShareFields({
  values,
  change,
  today,
  allowed,
  versions,
  editing,
}: Field & {
  today: string;
  allowed: Allowed;
  versions: readonly Schema<"Version">[];
  editing: boolean;
}) {
  return (
    <>
      <TextField
        name="description"
        label="Description"
        hint="For you and your team; recipients never see it. Example: Contractor Example Ltd, March audit."
        maxLength={150}
        autoComplete="off"
        autoFocus
        data-first-focus
        onFocus={(event) => !editing && event.currentTarget.select()}
        value={values.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      {editing ? (
        <FieldGroup name="access_type" label="Access type" hint="Create a new share to change the type.">
          {typeNames[values.type]}
        </FieldGroup>
      ) : (
        <TypeField values={values} change={change} today={today} allowed={allowed} />
      )}
      {values.type === "password" && !values.forRecipients && (
        <PasswordField
          value={values.password}
          onChange={(password) => change({ password })}
          replacing={editing}
        />
      )}
      <ExpiryField
        value={values.expires}
        today={today}
        mostDays={allowed.mostDays}
        onChange={(expires) => change({ expires })}
      />
      <Versions values={values} change={change} versions={versions} allowed={allowed} />
      {values.type !== "http_header_token" && (
        <TextField
          name="landing_path"
          label="Open at page"
          optional
          mono
          hint="Where people land, such as /en/latest/intro.html. Uses the next parameter."
          spellCheck={false}
          autoComplete="off"
          value={values.landingPath}
          onChange={(event) => change({ landingPath: event.target.value })}
        />
      )}
      {values.type !== "http_header_token" && (
        <CheckField
          name="can_reveal"
          label="Project admins can copy links again"
          hint={
            allowed.linksReadable
              ? "Each time is written down. Otherwise links are shown once, like passwords and tokens."
              : "Not allowed by your organization."
          }
          disabled={!allowed.linksReadable}
          checked={allowed.linksReadable && values.canReveal}
          onChange={(event) => change({ canReveal: event.target.checked })}
        />
      )}
      <FieldGroup name="notify" label="Tell me">
        <div className="space-y-1">
          <CheckField
            name="notify_first_use"
            label="When it is used for the first time"
            checked={values.notifyFirstUse}
            onChange={(event) => change({ notifyFirstUse: event.target.checked })}
          />
          <CheckField
            name="notify_before_end"
            label="A few days before it ends"
            checked={values.notifyBeforeEnd}
            onChange={(event) => change({ notifyBeforeEnd: event.target.checked })}
          />
        </div>
      </FieldGroup>
    </>
  );
}

function TypeField({ values, change, today, allowed }: Field & { today: string; allowed: Allowed }) {
  const choose = (type: string): void => {
    if (!isShareType(type)) return;
    const untouched = values.description === usualDescription(values.type, today);
    change({ type, ...(untouched ? { description: usualDescription(type, today) } : {}) });
  };
  const choice = (value: ShareValues["type"], label: string) => {
    const disabled = !allowed.allowedTypes.includes(value);
    const hint = disabled ? "Not allowed by your organization." : typeHints[value];
    return { value, label, hint, disabled };
  };
  return (
    <>
      <RadioCards
        name="access_type"
        label="Access type"
        defaultValue={values.type}
        onChange={choose}
        options={[
          choice("token", "Secret link"),
          choice("password", "Password"),
          choice("http_header_token", "HTTP header token"),
        ]}
      />
      <CheckField
        name="for_recipients"
        label="Each recipient gets an own secret"
        hint="You name up to 200 people or companies afterwards. Each can be revoked alone and has its own record."
        checked={values.forRecipients}
        onChange={(event) => change({ forRecipients: event.target.checked })}
      />
    </>
  );
}

function Versions({
  values,
  change,
  versions,
  allowed,
}: Field & { versions: readonly Schema<"Version">[]; allowed: Allowed }) {
  return (
    <>
      <CheckField
        name="allow_all"
        label="Allow access to all versions"
        hint={
          allowed.allVersionsAllowed
            ? "Includes versions added later. Pull-request previews are never included."
            : "Not allowed by your organization."
        }
        disabled={!allowed.allVersionsAllowed && !values.allVersions}
        checked={values.allVersions}
        onChange={(event) => change({ allVersions: event.target.checked })}
      />
      {!values.allVersions && (
        <>
          <input
            type="hidden"
            name="versions"
            value={values.versions.join(", ")}
            onInput={({ currentTarget }) =>
              change({ versions: currentTarget.value.split(", ").filter((slug) => slug !== "") })
            }
          />
          <VersionPicker
            versions={versions}
            chosen={values.versions}
            onChange={(chosen) => change({ versions: chosen })}
          />
          <TextAreaField
            name="version_patterns"
            label="Versions by name, those to come included"
            optional
            mono
            rows={2}
            placeholder="2.*"
            hint="One per line, with * for anything. 2.* covers 2.0, 2.1 and every later one."
            spellCheck={false}
            value={values.patterns}
            onChange={(event) => change({ patterns: event.target.value })}
          />
        </>
      )}
      <Disclosure
        title="Only a part of the pages"
        note={values.pathPrefixes.trim() === "" ? "Everything" : "Narrowed"}
        open={values.pathPrefixes.trim() !== ""}
      >
        <TextAreaField
          name="path_prefixes"
          label="Paths"
          optional
          mono
          rows={3}
          placeholder="/guide/"
          hint="One per line, below a version. Pictures and styles those pages need are included. Empty means everything."
          spellCheck={false}
          value={values.pathPrefixes}
          onChange={(event) => change({ pathPrefixes: event.target.value })}
        />
      </Disclosure>
    </>
  );
}
