import { languageCodes } from "#lib/projects/rules/languages.ts";
import type { Cluster } from "./cluster.ts";

const tenProjects = [
  `insert into projects (organization_id, slug, name, repository_url, privacy_level)
   select id, 'bench-' || n, 'Bench ' || n, 'https://github.com/example/bench', 'private' from organizations, generate_series(1, 10) n`,
  `insert into versions (project_id, slug, verbose_name, type, machine, active, privacy_level)
   select id, 'latest', 'latest', 'branch', true, true, 'private' from projects`,
];

/** Rows for every list there is, at least a hundred each (20,000 builds), made by the database itself. */
const statements = [
  `insert into versions (project_id, slug, verbose_name, type, active, privacy_level)
   select p.id, 'v' || n, 'v' || n, 'tag', true, 'private' from projects p, generate_series(1, 120) n where p.slug = 'bench-1'`,
  `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, success, created, started_at, finished_at, seconds)
   select v.project_id, v.id, v.slug, v.verbose_name, v.type, 'api', 'finished', true, t, t, t, 1
   from versions v, generate_series(1, 20000) n, lateral (select now() - n * interval '1 minute' as t) moment
   where v.slug = 'v1'`,
  `insert into build_commands (build_id, position, step, command, exit_code, finished_at)
   select (select max(id) from builds), n, 'building', 'make', 0, now() from generate_series(1, 120) n`,
  `insert into notices (build_id, message_id, subject) select (select max(id) from builds), 'build:user:time-out', 's' || n from generate_series(1, 120) n`,
  `insert into notices (project_id, message_id, subject) select id, 'build:user:time-out', 's' || n from projects, generate_series(1, 120) n where slug = 'bench-1'`,
  `insert into notices (user_id, message_id, subject) select id, 'build:user:time-out', 's' || n from users, generate_series(1, 120) n where username = 'bench'`,
  `insert into notices (organization_id, message_id, subject) select id, 'build:user:time-out', 's' || n from organizations, generate_series(1, 120) n where slug = 'bench'`,
  `insert into redirects (project_id, position, type, from_url, to_url)
   select id, n, 'page', '/a' || n || '.html', '/b.html' from projects, generate_series(0, 99) n where slug = 'bench-1'`,
  `insert into environment_variables (project_id, name, value_sealed, value_bytes)
   select id, 'A' || n, '', 1 from projects, generate_series(1, 120) n where slug = 'bench-1'`,
  `insert into teams (organization_id, name, slug) select id, 'Team ' || n, 'team-' || n from organizations, generate_series(1, 120) n where slug = 'bench'`,
  `insert into users (username, username_key) select 'user' || n, 'user' || n from generate_series(1, 120) n`,
  `insert into team_members (team_id, user_id) select t.id, u.id from teams t, users u where t.slug = 'team-1' and u.username like 'user%'`,
  `insert into invitations (organization_id, address, address_key, invited_by, expires_at, token_hash)
   select o.id, 'i' || n || '@example.org', 'i' || n || '@example.org', u.id, now() + interval '1 day', decode(md5(n::text), 'hex')
   from organizations o, users u, generate_series(1, 120) n where u.username = 'bench'`,
  `insert into connected_accounts (user_id, provider, base_url, provider_uid, login) select id, 'github', 'https://github.com', '1', 'bench' from users where username = 'bench'`,
  `insert into remote_organizations (provider, base_url, remote_id, slug, name) select 'github', 'https://github.com', n, 'org' || n, 'Org' from generate_series(1, 120) n`,
  `insert into remote_repositories (provider, base_url, remote_id, organization_id, name, full_name, ssh_url, clone_url)
   select 'github', 'https://github.com', id, id, slug, slug || '/r', 'git@github.com:' || slug || '/r', 'https://github.com/' || slug || '/r' from remote_organizations`,
  `insert into remote_memberships (account_id, organization_id, admin) select a.id, o.id, true from connected_accounts a, remote_organizations o`,
  `insert into remote_memberships (account_id, repository_id, admin) select a.id, r.id, true from connected_accounts a, remote_repositories r`,
];

/** More owners of the organization, more projects in it and one of its teams, and more organizations; the first 120 are below `bench-1`. */
const moreProjects = [
  `insert into organization_owners (organization_id, user_id) select o.id, u.id from organizations o, users u where u.username like 'user%'`,
  `insert into projects (organization_id, slug, name, repository_url, privacy_level)
   select id, 'more-' || n, 'More', 'https://github.com/example/more', 'private' from organizations, generate_series(1, 400) n where slug = 'bench'`,
  `insert into versions (project_id, slug, verbose_name, type, machine, active, privacy_level)
   select id, 'latest', 'latest', 'branch', true, true, 'private' from projects where slug like 'more-%'`,
  `insert into subproject_relations (parent_id, child_id, alias)
   select p.id, c.id, c.slug from projects p, projects c where p.slug = 'bench-1' and substr(c.slug, 6)::int between 1 and 120 and c.slug like 'more-%'`,
  // The first of all has a parent of both kinds, so that the shortest page asks for what longer ones ask for.
  `insert into projects (organization_id, slug, name, repository_url, privacy_level, translation_of_id)
   select organization_id, 'a-first', 'First', repository_url, privacy_level, id from projects where slug = 'bench-2'`,
  `insert into subproject_relations (parent_id, child_id, alias)
   select p.id, c.id, c.slug from projects p, projects c where p.slug = 'bench-1' and c.slug = 'a-first'`,
  `insert into team_projects (organization_id, team_id, project_id)
   select t.organization_id, t.id, p.id from teams t, projects p where t.slug = 'team-1' and p.slug like 'more-%'`,
  `with made as (insert into organizations (slug, name) select 'more-' || n, 'More' from generate_series(1, 120) n returning id)
   insert into organization_owners (organization_id, user_id) select made.id, u.id from made, users u where u.username = 'bench'`,
];

/** Of the others one for each language code given becomes a translation of `bench-1`. */
const asTranslations = `update projects set translation_of_id = (select id from projects where slug = 'bench-1'), language = code
  from (select row_number() over () as n, code from unnest($1::text[]) code limit 110) codes
  where projects.slug = 'more-' || (250 + n)`;

const lists = [
  "/projects/?expand=active_versions.last_build.config,organization,permissions",
  "/projects/bench-1/versions/?expand=last_build.config",
  "/projects/bench-1/versions/v1/builds/?expand=config",
  "/projects/bench-1/builds/?expand=config",
  "/projects/bench-1/builds/{build}/commands/",
  "/projects/bench-1/builds/{build}/notifications/",
  "/projects/bench-1/notifications/",
  "/projects/bench-1/redirects/",
  "/projects/bench-1/environmentvariables/",
  "/projects/bench-1/subprojects/",
  "/projects/bench-1/translations/",
  "/notifications/",
  "/users/bench/notifications/",
  "/organizations/",
  "/organizations/bench/projects/",
  "/organizations/bench/teams/?expand=members",
  "/organizations/bench/teams/team-1/members/",
  "/organizations/bench/teams/team-1/projects/",
  "/organizations/bench/members/",
  "/organizations/bench/owners/",
  "/organizations/bench/invitations/",
  "/organizations/bench/notifications/",
  "/remote/organizations/",
  "/remote/repositories/?expand=projects,remote_organization",
];

const details = [
  "/",
  "/account/",
  "/projects/bench-1/",
  "/projects/bench-1/?expand=active_versions.last_build.config,organization,permissions",
  "/projects/bench-1/versions/v1/?expand=last_build.config",
  "/projects/bench-1/builds/{build}/?expand=config",
  "/projects/bench-1/versions/v1/builds/{build}/",
  "/organizations/bench/",
  "/organizations/bench/teams/team-1/",
];

/**
 * Fills the cluster: ten projects of the owner, and a hundred rows or more of everything else. `lengthen` makes the lists of
 * projects as long, once the one with ten has been measured. `lists` and `details` are what to ask for.
 */
export async function seedApi(cluster: Cluster) {
  for (const statement of [...tenProjects, ...statements]) await cluster.query(statement);
  await cluster.query("analyze");
  const [newest] = await cluster.query<{ id: number }>("select max(id) as id from builds");
  const named = (path: string) => path.replace("{build}", String(newest?.id));
  return {
    lists: lists.map(named),
    details: details.map(named),
    lengthen: async () => {
      for (const statement of moreProjects) await cluster.query(statement);
      await cluster.query(asTranslations, [languageCodes.filter((code) => code !== "en")]);
      await cluster.query("analyze");
    },
  };
}
