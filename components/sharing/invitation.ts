import { dayText } from "./share-words.ts";

/** What to write to a recipient. A password or token goes another way than this, so it is not in it. */
export function invitationText({
  project,
  documentation,
  link,
  password,
  expires,
}: {
  project: string;
  documentation: string;
  /** Null for a header token. */
  link: string | null;
  /** Whether a password is asked for. */
  password: boolean;
  expires: string;
}): string {
  const lines =
    link === null
      ? [
          `Your program can read the documentation of ${project} at ${documentation}`,
          'It sends the header "Authorization: Token …". You get the token separately.',
        ]
      : [
          `You can read the documentation of ${project} here:`,
          link,
          ...(password ? ["You get the password separately."] : []),
        ];
  return [...lines, `This works until ${dayText(expires)} (end of the day, UTC).`].join("\n");
}

/** A link that leads to a page; the link itself for what is no path. */
export function linkTo(link: string, path: string): string {
  const wanted = path.trim();
  if (!/^\/(?![/\\])/.test(wanted)) return link;
  const url = new URL(link);
  url.searchParams.set("next", wanted);
  return url.href;
}
