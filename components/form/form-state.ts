"use client";

import { createContext, type FormEvent, type RefObject, useContext, useRef, useState } from "react";
import { type FieldMessages, isApiError } from "#components/api-client.ts";

type Options<I, O> = {
  /** Turns what stands in the form into the request's body. */
  read: (data: FormData) => I;
  submit: (input: I) => Promise<O>;
  done?: (output: O) => void;
};

export type FormHandle = {
  ref: RefObject<HTMLFormElement | null>;
  pending: boolean;
  /** The refusal as a whole, standing beside the submit button. */
  message: string | null;
  errors: FieldMessages;
  clear: (field: string) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/**
 * One form: native controls, sent by a mutation and judged by the API alone; its refusals are handed to the fields they name, and
 * the first of them gets the focus. What was typed is never lost.
 */
export function useForm<I, O>({ read, submit, done }: Options<I, O>): FormHandle {
  const ref = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldMessages>({});

  const refuse = (text: string, fields: FieldMessages): void => {
    const known = new Set(
      [...(ref.current?.elements ?? [])].flatMap((control) => control.getAttribute("name") ?? []),
    );
    const homeless = Object.entries(fields).flatMap(([field, texts]) =>
      field === "" || known.has(field) ? [] : texts.map((one) => `${field}: ${one}`),
    );
    setErrors(fields);
    setMessage(homeless.length > 0 ? homeless.join(" ") : text);
    const first = Object.keys(fields).find((field) => known.has(field));
    requestAnimationFrame(() => {
      const control = first && ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`);
      (control || ref.current?.querySelector<HTMLElement>("[data-form-message]"))?.focus();
    });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (pending) return;
    const input = read(new FormData(event.currentTarget));
    setPending(true);
    setMessage(null);
    setErrors({});
    try {
      const output = await submit(input);
      done?.(output);
    } catch (error) {
      if (isApiError(error)) refuse(error.message, error.fields);
      else refuse("Something went wrong on this page. Reload it and try again.", {});
    } finally {
      setPending(false);
    }
  };

  const clear = (field: string): void => {
    if (!errors[field]) return;
    const { [field]: _gone, ...others } = errors;
    setErrors(others);
    if (Object.keys(others).length === 0) setMessage(null);
  };

  return { ref, pending, message, errors, clear, onSubmit };
}

const FormContext = createContext<FormHandle | null>(null);
export const FormProvider = FormContext.Provider;

/** The form around this control, or null outside of one. */
export const useFormHandle = (): FormHandle | null => useContext(FormContext);

/** The text of one control; absent counts as empty. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}
