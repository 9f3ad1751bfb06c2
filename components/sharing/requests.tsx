"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { patiently } from "#components/ui/patiently.ts";
import { requestsResource } from "./requests-api.ts";

const RequestCard = lazy(patiently(() => import("./request-card.tsx")));

/** Holders of links that have ended and want to go on reading; nothing while nobody asks. */
export function Requests({ project }: { project: string }) {
  const { data } = useQuery(requestsResource(project));
  return data && data.results.length > 0 ? (
    <Suspense fallback={null}>
      <RequestCard project={project} requests={data} />
    </Suspense>
  ) : null;
}
