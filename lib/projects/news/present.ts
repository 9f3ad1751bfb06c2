import { paths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

type Deletion = { username: string; project: string; by: string | null; until: string };

/** The mail to the people of a project that was deleted. */
export function deletionMail({ username, project, by, until }: Deletion): {
  subject: string;
  action: string;
  text: string;
} {
  const who = by === username ? "You" : (by ?? "Somebody");
  return {
    subject: `${project} was deleted`,
    action: "See your projects",
    text: `Hello ${username},

${who} deleted the project ${project}. Its documentation is offline, and its builds were stopped.

It can be restored until ${until.slice(0, 10)}, ${until.slice(11, 16)} UTC, from your list of projects:

${dashboardUrl(paths.projects())}

After that it is removed for good.
`,
  };
}
