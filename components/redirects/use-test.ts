"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { testResource } from "./api.ts";
import { addressesIn } from "./redirect-words.ts";

/** Addresses that are tried and stand in the page's own address; what docs hosts make of them is shared by whoever asks. */
export function useTest(project: string) {
  const text = useSearchParams().get("test") ?? "";
  const urls = addressesIn(text);
  return { ...useQuery(testResource(project, urls)), text, urls };
}
