"use client";

import { createElement, lazy, Suspense, useRef, useState } from "react";
import { ApiError, isApiError, type Tagged } from "#components/api-client.ts";
import type { LastChange } from "#components/audit/last-change.ts";
import { patiently } from "#components/ui/patiently.ts";
import { setControl, textsIn } from "./controls.ts";
import { type FormHandle, useForm } from "./form-state.ts";
import { compare, type FormTexts } from "./three-way.ts";

const ConflictDialog = lazy(patiently(() => import("#components/shell/conflict.tsx")));

/** A control that shows a value other people may change meanwhile: its name in the form, its label, and its text for a row. */
export type SharedField<Row> = {
  name: string;
  label: string;
  of: (row: Row) => string;
  /** A value in the person's words, where it is a code. */
  say?: (value: string) => string;
};

export type Choice = "mine" | "theirs" | "neither";
export type Clash = { label: string; mine: string; theirs: string };

type Options<Row, I, O> = {
  /** The row the form shows. */
  row: Row;
  /** How to have it as it is now. */
  fetch: () => Promise<Tagged<Row>>;
  fields: readonly SharedField<Row>[];
  read: (data: FormData) => I;
  /** Writes on the condition of the tag (`api.patchIf`). */
  submit: (input: I, tag: string | null) => Promise<O>;
  done?: (output: O) => void;
  /** Finds out who changed it last, for whoever is asked whose value is to stay. */
  lastChange?: () => Promise<LastChange | null>;
};

const mostTries = 4;

/**
 * A form for what several people may change (dashboard.md 1.4). Before it saves, it looks what has become of the row: values others
 * changed and this person did not are taken over; where both changed one, a dialog shows both and asks. What is written depends on
 * the row being what was looked at, so that nobody's change is ever lost unseen.
 */
export function useGuardedForm<Row, I, O>(options: Options<Row, I, O>): FormHandle {
  const { fields, fetch: readNow } = options;
  const textsOf = (row: Row): FormTexts => Object.fromEntries(fields.map(({ name, of }) => [name, of(row)]));
  const [firstShown] = useState(() => textsOf(options.row));
  const first = useRef(firstShown);
  // What the newest render would read and send, as controls may have been set since this one.
  const newest = useRef(options);
  newest.current = options;
  const [question, setQuestion] = useState<{
    clashes: readonly Clash[];
    who: LastChange | null;
    answer: (choice: Choice) => void;
  } | null>(null);

  const settle = async (form: HTMLFormElement): Promise<string | null> => {
    const names = fields.map(({ name }) => name);
    const now = await readNow();
    const others = textsOf(now.value);
    const mine = textsIn(form, names);
    const { clashes, theirs } = compare(first.current, mine, others);
    for (const name of theirs) setControl(form, name, others[name] ?? "");
    if (clashes.length > 0) {
      const shown = fields
        .filter(({ name }) => clashes.includes(name))
        .map(({ name, label, say = String }) => ({
          label,
          mine: say(mine[name] ?? ""),
          theirs: say(others[name] ?? ""),
        }));
      const who = (await newest.current.lastChange?.()) ?? null;
      const choice = await new Promise<Choice>((answer) => setQuestion({ clashes: shown, who, answer }));
      setQuestion(null);
      if (choice === "neither")
        throw new ApiError(412, "Not saved. Somebody else changed this meanwhile.", {}, null);
      if (choice === "theirs") for (const name of clashes) setControl(form, name, others[name] ?? "");
    }
    first.current = others;
    await new Promise(requestAnimationFrame);
    return now.tag;
  };

  const form = useForm({
    read: (data) => data,
    submit: async (): Promise<O> => {
      const element = form.ref.current;
      if (!element) throw new Error("The form is not on the page.");
      for (let tries = 1; ; tries += 1) {
        const tag = await settle(element);
        const input = newest.current.read(new FormData(element));
        try {
          const output = await newest.current.submit(input, tag);
          first.current = textsOf((await readNow()).value);
          return output;
        } catch (error) {
          if (!isApiError(error) || error.status !== 412 || tries === mostTries) throw error;
        }
      }
    },
    done: (output) => newest.current.done?.(output),
  });

  return {
    ...form,
    dialog: question
      ? createElement(
          Suspense,
          { fallback: null },
          createElement(ConflictDialog, {
            clashes: question.clashes,
            who: question.who,
            onChoice: question.answer,
          }),
        )
      : null,
  };
}
