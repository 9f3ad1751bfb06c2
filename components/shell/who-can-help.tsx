"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { resource } from "#components/resource.ts";

/** The name behind a folder of the address; empty where there is none. */
const nameAfter = (pathname: string, folders: string): string =>
  decodeURIComponent(new RegExp(`^/(?:${folders})/([^/]+)/`).exec(pathname)?.[1] ?? "");

/** On a page somebody may not use: who may, where the address names a project or an organization they can see. */
export function WhoCanHelp() {
  const pathname = usePathname();
  const project = nameAfter(pathname, "projects|dashboard");
  const organization = nameAfter(pathname, "organizations");
  const { data: about } = useQuery({
    ...resource("/api/v3/projects/{project}/", { project }),
    enabled: project !== "",
    retry: false,
  });
  const { data: owned } = useQuery({
    ...resource("/api/v3/organizations/{organization}/", { organization }),
    enabled: organization !== "",
    retry: false,
  });
  const people = (about?.users ?? owned?.owners ?? []).map(({ username }) => username);
  if (people.length === 0) return "Ask somebody who manages it for access.";
  return (
    <>
      Ask {owned ? "an owner of the organization" : "a project admin"} for access:{" "}
      <strong className="text-text">{people.join(", ")}</strong>.
    </>
  );
}
