"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { type FormHandle, FormProvider, useFormHandle } from "./form-state.ts";

/**
 * A form bound to its handle; see `useForm`. Its method counts when it is sent before the page's script is there: with the usual
 * one a password would stand in the address, and so in histories and logs.
 */
export function Form({ form, label, children }: { form: FormHandle; label?: string; children: ReactNode }) {
  return (
    <FormProvider value={form}>
      <form
        ref={form.ref}
        method="post"
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        aria-label={label}
        noValidate
        className="space-y-4"
      >
        {children}
      </form>
      {form.dialog}
    </FormProvider>
  );
}

/** The end of a form: its refusal, then the submit button with what may stand beside it. */
export function FormEnd({
  submit,
  danger = false,
  describedBy,
  children,
}: {
  submit: string;
  danger?: boolean;
  /** The id of what says what submitting will do. */
  describedBy?: string;
  children?: ReactNode;
}) {
  const form = useFormHandle();
  return (
    <div className="space-y-3 pt-1">
      {form?.message && (
        <div data-form-message tabIndex={-1} className="rounded-card">
          <Callout tone="danger" live>
            {form.message}
            {form.waiting != null && (
              // Heard once; who sees it sees it count.
              <>
                <span className="sr-only"> It is sent again by itself then.</span>
                <span aria-hidden="true"> Sent again in {form.waiting} s.</span>
              </>
            )}
          </Callout>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          data-command={submit}
          look={danger ? "danger" : "primary"}
          pending={form?.pending ?? false}
          aria-describedby={describedBy}
        >
          {submit}
        </Button>
        {children}
      </div>
    </div>
  );
}
