"use client";

import { useQuery } from "@tanstack/react-query";
import { plainText } from "#components/projects/plain-text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { paths } from "#lib/paths.ts";
import { inboxResource } from "./api.ts";
import { placeOfNotice } from "./notice-place.ts";

const mostShown = 4;

/** What of the person's projects is in trouble, above the list of them; nothing when all is well. */
export function Attention() {
  const { data } = useQuery(inboxResource({}));
  const urgent = (data?.results ?? []).filter(
    ({ message: { type } }) => type === "error" || type === "warning",
  );
  if (!data || urgent.length === 0) return null;
  return (
    <Card
      title="Needs attention"
      flush
      actions={
        <ButtonLink small look="ghost" href={paths.inbox()}>
          Inbox ({data.count.toLocaleString("en")})
        </ButtonLink>
      }
    >
      <ul>
        {urgent.slice(0, mostShown).map(({ id, message, _links }) => {
          const { name, href } = placeOfNotice(_links._self);
          return (
            <li key={id} className="flex flex-wrap gap-x-3 border-t px-4 py-2 first:border-t-0">
              <Link href={href} className="link break-words">
                {plainText(message.header)}
              </Link>
              <bdi className="min-w-0 break-words text-muted">{name}</bdi>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
