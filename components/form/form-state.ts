"use client";

import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { type FieldMessages, isApiError, valuesWrong } from "#components/api-client.ts";
import { useCountdown } from "./countdown.ts";

/** Who has to wait longer is told how long, and sends it again themselves. */
const longestWaitSeconds = 60;

type Options<I, O> = {
  /** Turns what stands in the form into the request's body. */
  read: (data: FormData) => I;
  submit: (input: I) => Promise<O>;
  done?: (output: O) => void;
  /** Fields that stand nowhere on the page, as the code of a link does: what is said of them needs no name. */
  unseen?: readonly string[];
};

export type FormHandle = {
  ref: RefObject<HTMLFormElement | null>;
  pending: boolean;
  /** The refusal as a whole, standing beside the submit button. */
  message: string | null;
  errors: FieldMessages;
  clear: (field: string) => void;
  /** Seconds until it is sent again by itself, after an answer that asks to wait; null otherwise. */
  waiting?: number | null;
  /** Something was typed: what is not finished is not sent by itself. */
  onInput?: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** A question that came up while it was being sent. */
  dialog?: ReactNode;
};

/**
 * One form: native controls, sent by a mutation and judged by the API alone; its refusals are handed to the fields they name, and
 * the first of them gets the focus. What was typed is never lost.
 */
export function useForm<I, O>({ read, submit, done, unseen = [] }: Options<I, O>): FormHandle {
  const ref = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldMessages>({});
  // What was sent by itself and refused again is sent by a person or not at all.
  const byItself = useRef(false);
  const { waiting, wait, stop } = useCountdown(() => {
    byItself.current = true;
    ref.current?.requestSubmit();
  });

  const refuse = (text: string, fields: FieldMessages): void => {
    const known = new Set(
      [...(ref.current?.elements ?? [])].flatMap((control) => control.getAttribute("name") ?? []),
    );
    const homeless = Object.entries(fields).flatMap(([field, texts]) =>
      field === "" || known.has(field)
        ? []
        : texts.map((one) => (unseen.includes(field) ? one : `${field}: ${one}`)),
    );
    setErrors(fields);
    // One wrong field says so itself, and has the focus.
    const needless = text === valuesWrong && Object.keys(fields).length === 1;
    setMessage(homeless.length > 0 ? homeless.join(" ") : needless ? null : text);
    // The first on the page, whatever order the API names them in.
    const first = [...known].find((field) => fields[field] !== undefined);
    requestAnimationFrame(() => {
      const control = first && ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`);
      (control || ref.current?.querySelector<HTMLElement>("[data-form-message]"))?.focus();
    });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (pending) return;
    const input = read(new FormData(event.currentTarget));
    const repeated = byItself.current;
    byItself.current = false;
    stop();
    setPending(true);
    setMessage(null);
    setErrors({});
    try {
      const output = await submit(input);
      done?.(output);
    } catch (error) {
      const seconds = isApiError(error) && error.status === 429 ? error.retryAfterSeconds : null;
      if (seconds !== null && seconds <= longestWaitSeconds && !repeated) wait(Math.max(seconds, 1));
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

  return { ref, pending, message, errors, clear, waiting, onInput: stop, onSubmit };
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
