"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { errorMessage, isApiError } from "#components/api-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { tryRedirects } from "./api.ts";
import { readRedirect } from "./redirect-values.ts";
import { addressesOf } from "./redirect-words.ts";
import { TestResult } from "./test-result.tsx";
import { useNumbers } from "./use-numbers.ts";

/** Tries what stands in the form as if it were saved. */
export function TryCard({
  project,
  form,
  pk,
}: {
  project: string;
  form: RefObject<HTMLFormElement | null>;
  /** Of the redirect the form changes. */
  pk?: number;
}) {
  const field = useId();
  const [address, setAddress] = useState("");
  const numberOf = useNumbers(project);
  const attempt = useMutation({
    mutationFn: () => {
      if (!form.current) throw new Error("The form is not on the page.");
      const draft = readRedirect(new FormData(form.current));
      const url = address.trim() || exampleOf(addressesOf({ from_url: "", to_url: "", ...draft }).from);
      setAddress(url);
      return tryRedirects(project, {
        urls: [url],
        redirect: { ...draft, ...(pk !== undefined && { pk }) },
      });
    },
  });
  const [result] = attempt.data?.results ?? [];
  const run = (event: FormEvent): void => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  };
  return (
    <Card title="Try it" description="What readers would get with this redirect. Nothing is saved.">
      <form onSubmit={run} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <label htmlFor={field} className="mb-1 block font-medium">
            Address to try
          </label>
          <input
            id={field}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="/en/latest/old.html"
            autoComplete="off"
            spellCheck={false}
            className="h-9 w-full rounded-control border border-control bg-surface px-2.5 font-mono text-code placeholder:text-muted pointer-coarse:h-11"
          />
        </div>
        <Button type="submit" pending={attempt.isPending} className="h-9">
          Try
        </Button>
      </form>
      <div role="status" className="empty:hidden not-empty:mt-3">
        {attempt.error && <Callout tone="danger">{problemOf(attempt.error)}</Callout>}
        {result && <TestResult project={project} result={result} numberOf={numberOf} trying />}
      </div>
    </Card>
  );
}

/** An address a redirect is about, for those who name none. */
const exampleOf = (from: string): string => `/${from.replace(/^\/+/, "").replace(/\*$/, "example")}`;

const fieldNames: Record<string, string> = { from_url: "From", to_url: "To", urls: "Address" };

/** What is wrong, field by field: the fields themselves are told when the redirect is saved. */
function problemOf(error: unknown): string {
  if (!isApiError(error)) return errorMessage(error);
  const messages = Object.entries(error.fields).flatMap(([path, texts]) => {
    const name = fieldNames[path.split(".").find((part) => part in fieldNames) ?? ""];
    return texts.map((text) => (name ? `${name}: ${text}` : text));
  });
  return messages.length > 0 ? messages.join(" ") : error.message;
}
