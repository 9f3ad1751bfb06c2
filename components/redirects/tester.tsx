"use client";

import { Download } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { errorMessage, withQuery } from "#components/api-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { addressesIn } from "./redirect-words.ts";
import { TestResult, TestTable } from "./test-result.tsx";
import { useNumbers } from "./use-numbers.ts";
import { useTest } from "./use-test.ts";

const mostLines = 6;

/** Tries addresses as docs hosts answer them now; they stand in the page's own address. */
export function Tester({ project }: { project: string }) {
  const test = useTest(project);
  const pathname = usePathname();
  const search = useSearchParams();
  const [typed, setTyped] = useState(test.text);
  const field = useId();
  const numberOf = useNumbers(project);

  const run = (event?: FormEvent): void => {
    event?.preventDefault();
    const others = Object.fromEntries([...search].filter(([name]) => name !== "test"));
    const text = addressesIn(typed).join("\n");
    if (text === test.text) void test.refetch();
    // Only what stands in the address: the page itself is the same.
    else history.replaceState(null, "", withQuery(pathname, { ...others, test: text }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey) run(event);
  };
  const results = test.urls.length === 0 ? [] : (test.data?.results ?? []);
  const [only] = results;
  return (
    <Card title="Test addresses" description="What readers get now, without opening it.">
      <form onSubmit={run} className="space-y-3">
        <div className="flex flex-wrap items-start gap-2">
          <div className="min-w-0 flex-1 basis-72">
            <label htmlFor={field} className="sr-only">
              Addresses to test, one a line
            </label>
            <textarea
              id={field}
              name="test"
              rows={Math.min(mostLines, typed.split("\n").length)}
              value={typed}
              spellCheck={false}
              autoComplete="off"
              placeholder="/en/latest/old.html"
              aria-describedby={`${field}-hint`}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              className="block w-full resize-none rounded-control border border-control bg-surface px-2.5 py-1.5 font-mono text-code placeholder:text-muted pointer-coarse:min-h-11"
            />
          </div>
          <Button type="submit" pending={test.isFetching}>
            Test
          </Button>
        </div>
        <p id={`${field}-hint`} className="text-meta text-muted">
          A path or a full address. Paste up to 100, one a line; Shift and Enter begins a line.
        </p>
      </form>
      <div role="status" className="empty:hidden not-empty:mt-3">
        {test.error && <Callout tone="danger">{errorMessage(test.error)}</Callout>}
        {only && results.length === 1 && <TestResult project={project} result={only} numberOf={numberOf} />}
        {results.length > 1 && (
          <div className="space-y-3">
            <TestTable project={project} results={results} numberOf={numberOf} />
            <Button small icon={Download} onClick={() => saveTable(project, results, numberOf)}>
              Save as CSV
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

async function saveTable(...about: Parameters<typeof import("./test-csv.ts").saveTestTable>): Promise<void> {
  const { saveTestTable } = await import("./test-csv.ts");
  saveTestTable(...about);
}
