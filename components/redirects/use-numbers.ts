"use client";

import { useQuery } from "@tanstack/react-query";
import { redirectsResource } from "./api.ts";
import { numberOf } from "./redirect-words.ts";

export type Numbers = (id: number | null) => number | null;

/** The numbers of a project's redirects in its list, from 1. */
export function useNumbers(project: string): Numbers {
  const { data } = useQuery(redirectsResource(project));
  return (id) => numberOf(data?.results ?? [], id);
}
