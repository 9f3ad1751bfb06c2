import { presentProject } from "#lib/projects/present.ts";
import type { PublicProject } from "#lib/projects/public/queries.ts";
import type { PublicProjectJson } from "#lib/projects/public/schema.ts";
import type { ProjectDetails } from "#lib/projects/queries.ts";

export function presentPublicProject({ project }: PublicProject, details: ProjectDetails): PublicProjectJson {
  const { slug, name, language, tags, urls } = presentProject(project, details);
  return { slug, name, description: project.description, language, tags, urls };
}
