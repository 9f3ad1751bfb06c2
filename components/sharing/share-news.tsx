"use client";

import { useQuery } from "@tanstack/react-query";
import type { Schema } from "#components/api-operations.ts";
import { plainText } from "#components/projects/plain-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { newsResource, useDismissNews } from "./requests-api.ts";

/** Asking for more time has a place of its own, with its answer. */
const shown = /^project:share:(first-use|ends-soon)/;

/** What the person looking was told about shares they made: used for the first time, ending soon. */
export function ShareNews() {
  const { data } = useQuery(newsResource());
  const news = data?.results.filter(
    ({ message, attached_to_content_type }) => attached_to_content_type === "user" && shown.test(message.id),
  );
  return news && news.length > 0 ? (
    <section aria-label="News about shares" className="space-y-3">
      {news.slice(0, 5).map((notice) => (
        <News key={notice.id} notice={notice} />
      ))}
    </section>
  ) : null;
}

function News({ notice }: { notice: Schema<"Notification"> }) {
  const dismiss = useDismissNews();
  const { header, body, type } = notice.message;
  return (
    <Callout
      tone={type === "warning" ? "warning" : "info"}
      title={plainText(header)}
      actions={
        <Button small look="ghost" pending={dismiss.isPending} onClick={() => dismiss.mutate(notice.id)}>
          Dismiss
        </Button>
      }
    >
      {plainText(body)}
    </Callout>
  );
}
