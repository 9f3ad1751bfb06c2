import { paths } from "#lib/paths.ts";

/** What a notification is about: its name, where to see to it, and where its state is kept. */
export type NoticePlace = { name: string; href: string };

const project = /\/projects\/([^/]+)\/(?:builds\/(\d+)\/)?notifications\/\d+\/$/;
const organization = /\/organizations\/([^/]+)\/notifications\/\d+\/$/;

/** Read from the notification's own address, which names the thing it is attached to. */
export function placeOfNotice(self: string): NoticePlace {
  const path = new URL(self).pathname;
  const [, slug, build] = project.exec(path) ?? [];
  if (slug !== undefined) {
    const name = decodeURIComponent(slug);
    return { name, href: build === undefined ? paths.project(name) : paths.build(name, Number(build)) };
  }
  const [, team] = organization.exec(path) ?? [];
  if (team !== undefined) {
    const name = decodeURIComponent(team);
    return { name, href: paths.organization(name) };
  }
  return { name: "Your account", href: paths.profile() };
}
