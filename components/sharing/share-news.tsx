"use client";

import { useQuery } from "@tanstack/react-query";
import type { Schema } from "#components/api-operations.ts";
import { plainText } from "#components/projects/plain-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
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
    <Card title={`News of your shares (${news.length})`} flush>
      <ul>
        {news.slice(0, 5).map((notice) => (
          <News key={notice.id} notice={notice} />
        ))}
      </ul>
    </Card>
  ) : null;
}

function News({ notice }: { notice: Schema<"Notification"> }) {
  const dismiss = useDismissNews();
  const { header, body } = notice.message;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t px-4 py-2 first:border-t-0">
      <p className="min-w-56 flex-1 break-words">
        <strong className="font-medium">{plainText(header)}.</strong> {plainText(body)}
      </p>
      <Button small look="ghost" pending={dismiss.isPending} onClick={() => dismiss.mutate(notice.id)}>
        Dismiss
      </Button>
    </li>
  );
}
