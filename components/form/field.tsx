"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormHandle } from "./form-state.ts";

type Labelled = { name: string; label: string; hint?: ReactNode; optional?: boolean };

const box =
  "w-full rounded-control border border-control bg-surface px-2.5 text-body text-text placeholder:text-muted " +
  "hover:border-muted aria-invalid:border-danger pointer-coarse:min-h-11";

/** What joins a control to its label, hint and the API's messages about it. */
function useField(name: string, hasHint: boolean) {
  const id = useId();
  const form = useFormHandle();
  const messages = form?.errors[name] ?? [];
  const described = [hasHint && `${id}-hint`, messages.length > 0 && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    messages,
    control: {
      id,
      name,
      "aria-invalid": messages.length > 0 || undefined,
      "aria-describedby": described || undefined,
    },
    clear: () => form?.clear(name),
  };
}

function Frame({
  id,
  label,
  hint,
  optional = false,
  messages,
  children,
}: Omit<Labelled, "name"> & { id: string; messages: readonly string[]; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-meta break-words text-muted">
          {hint}
        </div>
      )}
      <FieldErrors id={id} messages={messages} />
    </div>
  );
}

function FieldErrors({ id, messages }: { id: string; messages: readonly string[] }) {
  return messages.length === 0 ? null : (
    <p id={`${id}-error`} className="mt-1 text-meta font-medium text-danger">
      {messages.join(" ")}
    </p>
  );
}

export function TextField({
  name,
  label,
  hint,
  optional,
  mono = false,
  onChange,
  ...rest
}: Labelled & { mono?: boolean } & Omit<ComponentProps<"input">, "name" | "id">) {
  const field = useField(name, Boolean(hint));
  return (
    <Frame id={field.id} label={label} hint={hint} optional={optional ?? false} messages={field.messages}>
      <input
        type="text"
        className={clsx(box, "h-9", mono && "font-mono text-code")}
        onChange={(event) => {
          field.clear();
          onChange?.(event);
        }}
        {...rest}
        {...field.control}
      />
    </Frame>
  );
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  options,
  onChange,
  ...rest
}: Labelled & {
  options: readonly { value: string; label: string }[];
} & Omit<ComponentProps<"select">, "name" | "id">) {
  const field = useField(name, Boolean(hint));
  return (
    <Frame id={field.id} label={label} hint={hint} optional={optional ?? false} messages={field.messages}>
      <select
        className={clsx(box, "h-9")}
        onChange={(event) => {
          field.clear();
          onChange?.(event);
        }}
        {...rest}
        {...field.control}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Several lines. */
export function TextAreaField({
  name,
  label,
  hint,
  optional,
  mono = false,
  onChange,
  ...rest
}: Labelled & { mono?: boolean } & Omit<ComponentProps<"textarea">, "name" | "id">) {
  const field = useField(name, Boolean(hint));
  return (
    <Frame id={field.id} label={label} hint={hint} optional={optional ?? false} messages={field.messages}>
      <textarea
        className={clsx(box, "block py-1.5", mono && "font-mono text-code")}
        rows={4}
        onChange={(event) => {
          field.clear();
          onChange?.(event);
        }}
        {...rest}
        {...field.control}
      />
    </Frame>
  );
}

/** A group of controls under one label; what the API says about `name` stands below them. */
export function FieldGroup({ name, label, hint, children }: Labelled & { children: ReactNode }) {
  const field = useField(name, Boolean(hint));
  return (
    <fieldset aria-describedby={field.control["aria-describedby"]} className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      {children}
      {hint && (
        <div id={`${field.id}-hint`} className="mt-1 text-meta break-words text-muted">
          {hint}
        </div>
      )}
      <FieldErrors id={field.id} messages={field.messages} />
    </fieldset>
  );
}

/** A yes or no with the sentence that says what yes means. */
export function CheckField({
  name,
  label,
  hint,
  ...rest
}: Labelled & Omit<ComponentProps<"input">, "name" | "id" | "type">) {
  const field = useField(name, Boolean(hint));
  return (
    <div className="flex gap-2.5">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-2.5 pointer-coarse:size-6"
        {...rest}
        {...field.control}
      />
      <div className="min-w-0">
        <label
          htmlFor={field.id}
          className="font-medium pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {label}
        </label>
        {hint && (
          <div id={`${field.id}-hint`} className="text-meta text-muted">
            {hint}
          </div>
        )}
        <FieldErrors id={field.id} messages={field.messages} />
      </div>
    </div>
  );
}

export type Choice = { value: string; label: string; hint: ReactNode; disabled?: boolean };

/** A choice of few, each with its consequence: real radio buttons drawn as cards. */
export function RadioCards({
  name,
  label,
  options,
  defaultValue,
  onChange,
}: Labelled & { options: readonly Choice[]; defaultValue?: string; onChange?: (value: string) => void }) {
  const field = useField(name, false);
  return (
    <fieldset aria-describedby={field.control["aria-describedby"]}>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className={clsx("grid gap-2", options.length === 3 ? "sm:grid-cols-3" : "sm:grid-cols-2")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex gap-2.5 rounded-control border border-control/60 bg-surface p-3 not-has-disabled:hover:bg-subtle has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              onChange={() => {
                field.clear();
                onChange?.(option.value);
              }}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              <span className="block text-meta text-muted in-[:has(:checked)]:text-text">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldErrors id={field.id} messages={field.messages} />
    </fieldset>
  );
}
