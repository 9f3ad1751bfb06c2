"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense } from "react";
import { resource } from "#components/resource.ts";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { patiently } from "#components/ui/patiently.ts";
import { paths } from "#lib/paths.ts";
import { likeness } from "./likeness.ts";

// This page comes with every other one, and hardly anybody sees it.
const DeletedHere = lazy(patiently(() => import("#components/projects/deleted-here.tsx")));

const most = 3;
const asked = 100;

/** On a page that does not exist: what was deleted there, the person's projects whose names are nearest to the one in the address, and a search. */
export function NearProjects() {
  const [, wanted] = /^\/(?:projects|dashboard)\/([^/]+)\//.exec(usePathname()) ?? [];
  const { data } = useQuery({
    ...resource("/api/v3/projects/", {}, { limit: asked }),
    enabled: wanted !== undefined,
    retry: false,
  });
  const near = (data?.results ?? [])
    .map((project) => ({ project, alike: likeness(project.slug, wanted ?? "") }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most);
  return (
    <div className="space-y-4 pt-2">
      <Suspense fallback={null}>{wanted !== undefined && <DeletedHere wanted={wanted} />}</Suspense>
      {near.length > 0 && (
        <div>
          <p>Did you mean one of your projects?</p>
          <ul className="list-disc ps-5">
            {near.map(({ project }) => (
              <li key={project.id}>
                <Link href={paths.project(project.slug)} dir="auto" className="link break-words">
                  {project.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <search>
        <form action={paths.projects()} className="flex flex-wrap gap-2">
          <input
            type="search"
            name="name"
            aria-label="Find a project by name"
            placeholder="Find a project by name"
            className="h-8 min-w-44 flex-1 rounded-control border border-control bg-surface px-2.5 text-text placeholder:text-muted pointer-coarse:h-11"
          />
          <Button type="submit" icon={Search}>
            Search
          </Button>
        </form>
      </search>
    </div>
  );
}
