import { Client } from "pg";
import { send } from "#scripts/api-client.ts";

/** The largest account of the instance (dashboard.md 6), and what stands in it. */
export const large = {
  username: "large",
  password: "correct horse battery staple",
  organization: "large",
  /** 2,000 versions, 20,000 builds, 300 redirects, 500 shares, 200 variables; three builds are running. */
  project: "large",
  /** Of 40 projects; one has a name of 63 letters, one is written from right to left. */
  longName: "large-2",
  rightToLeft: "large-3",
  versions: 2_000,
  builds: 20_000,
  redirects: 300,
  shares: 500,
  variables: 200,
  logLines: 50_000,
} as const;

const own = "(select id from projects where slug = 'large')";
const person = "(select id from users where username = 'large')";
const longText =
  "a name that goes on and on, because somebody pasted a whole sentence where a word was meant to stand,";

const statements = [
  `insert into organizations (slug, name) values ('large', 'Large')`,
  `insert into organization_owners (organization_id, user_id) select id, ${person} from organizations where slug = 'large'`,
  `insert into projects (organization_id, slug, name, repository_url, privacy_level)
   select o.id, case n when 1 then 'large' else 'large-' || n end,
     case n when 2 then repeat('Longest ', 7) || 'Of All' when 3 then 'دليل المستخدم' else 'Large ' || n end,
     'https://git.example.org/large.git', 'private'
   from organizations o, generate_series(1, 40) n where o.slug = 'large'`,
  `insert into versions (project_id, slug, verbose_name, type, machine, active, privacy_level)
   select id, 'latest', 'latest', 'branch', true, true, 'private' from projects where slug like 'large%'`,
  `insert into versions (project_id, slug, verbose_name, identifier, type, active, hidden, privacy_level)
   select ${own}, case n when 7 then 'v7-' || repeat('long-', 23) || 'x' else 'v' || n / 100 || '.' || n / 10 % 10 || '.' || n % 10 end,
     case n when 7 then 'v7-' || repeat('long-', 23) || 'x' else 'v' || n / 100 || '.' || n / 10 % 10 || '.' || n % 10 end,
     md5(n::text), (case n % 5 when 0 then 'branch' else 'tag' end)::version_type, n % 2 = 0, n % 6 = 0,
     (case n % 10 when 0 then 'public' else 'private' end)::privacy_level
   from generate_series(1, ${large.versions - 1}) n`,
  `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, triggered_by, state, success,
     commit, commit_message, commit_author, created, started_at, finished_at, seconds)
   select v.project_id, v.id, v.slug, v.verbose_name, v.type, 'manual', ${person}, 'finished', n % 9 <> 0,
     md5(n::text), case n % 3 when 0 then '${longText}' else 'Mend ' || n end, 'Ana', t, t, t + interval '42 seconds', 42
   from (select *, row_number() over (order by id) as nth from versions where project_id = ${own} and active) v
   join generate_series(1, ${large.builds - 4}) n on n % 900 + 1 = v.nth,
   lateral (select now() - n * interval '1 minute' as t) moment`,
  // The one with the long log, the newest that ended.
  `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, success, created, started_at,
     finished_at, seconds, next_sequence)
   select project_id, id, slug, verbose_name, type, 'manual', 'finished', true, now(), now(), now(), 600, 1000
   from versions where project_id = ${own} and slug = 'latest'`,
  `insert into build_commands (build_id, position, step, command, exit_code, finished_at, line_count)
   select max(id), 1, 'building', 'make html', 0, now(), ${large.logLines} from builds where project_id = ${own}`,
  `insert into build_events (build_id, sequence, kind, command_id, first_line, body)
   select c.build_id, 1, 'command', c.id, null, jsonb_build_object('position', 1, 'step', 'building', 'command', 'make html', 'at', '2026-11-20T12:00:00Z')
   from build_commands c where c.line_count = ${large.logLines}
   union all
   select c.build_id, batch + 2, 'lines', c.id, batch * 100 + 1,
     (select jsonb_build_object('lines', jsonb_agg('reading sources... [' || batch * 100 + n || '] chapter/page-' || n)) from generate_series(1, 100) n)
   from build_commands c, generate_series(0, ${large.logLines / 100 - 1}) batch where c.line_count = ${large.logLines}
   union all
   select c.build_id, ${large.logLines / 100 + 2}, 'command_end', c.id, null,
     jsonb_build_object('exit_code', 0, 'seconds', 600, 'line_count', ${large.logLines}, 'at', '2026-11-20T12:10:00Z')
   from build_commands c where c.line_count = ${large.logLines}
   union all
   select c.build_id, ${large.logLines / 100 + 3}, 'end', null, null,
     '{"state": "finished", "success": true, "seconds": 600, "at": "2026-11-20T12:10:00Z"}'::jsonb
   from build_commands c where c.line_count = ${large.logLines}`,
  `insert into builds (project_id, version_id, version_slug, version_name, version_type, trigger, state, created, started_at, lease_token, lease_until)
   select project_id, id, slug, verbose_name, type, 'manual', 'building', now(), now(), gen_random_uuid(), now() + interval '1 day'
   from versions where project_id = ${own} and slug in ('v1.0.0', 'v1.0.2', 'v1.0.4')`,
  `insert into redirects (project_id, position, type, from_url, to_url, description)
   select ${own}, n - 1, 'page', '/old/' || n || '.html', '/new/' || n || '.html', case n when 1 then '${longText}' else '' end
   from generate_series(1, ${large.redirects}) n`,
  `insert into environment_variables (project_id, name, value_sealed, value_bytes, created_by)
   select ${own}, 'VARIABLE_' || n, '', 1, ${person} from generate_series(1, ${large.variables}) n`,
  `insert into shares (project_id, access_type, description, expires, all_versions, created_by, created)
   select ${own}, (array['token', 'password', 'http_header_token']::share_type[])[n % 3 + 1],
     case n when 1 then '${longText} and more' else 'Contractor ' || n end, current_date + n % 60, true, ${person}, now() - n * interval '1 hour'
   from generate_series(1, ${large.shares}) n`,
  `insert into share_use_daily (share_id, day, sessions, pages)
   select id, current_date - n, 1 + id % 7, 10 from shares, generate_series(0, 20) n where project_id = ${own} and id % 2 = 0`,
  "analyze",
];

/** Signs the person up and makes the rest in the database: by the API it would take an hour. */
export async function fillLarge({ port, databaseUrl }: { port: number; databaseUrl: string }): Promise<void> {
  const { username, password } = large;
  const body = { username, email: "large@example.com", password };
  const { status } = await send({ port, path: "/api/v3/account/sign-up/", method: "POST", body });
  if (status !== 201) throw new Error(`The large account could not be made (${status}).`);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
