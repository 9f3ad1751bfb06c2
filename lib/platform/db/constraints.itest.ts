import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";

/** Two tenants with one project, version and build each; ids are equal to their numbers here. */
beforeAll(async () => {
  for (const n of [1, 2]) {
    await run(`insert into organizations (id, slug, name) values (${n}, 'org-${n}', 'Org')`);
    await run(`insert into users (id, username, username_key) values (${n}, 'user${n}', 'user${n}')`);
    await run(`insert into teams (id, organization_id, name, slug) values (${n}, ${n}, 'Team', 'team')`);
    await run(`insert into projects (id, organization_id, slug, name, repository_url)
      values (${n}, ${n}, 'project-${n}', 'P', 'https://example.org/p.git')`);
    await run(version({ id: n, project_id: n }));
    await run(build({ id: n, project_id: n, version_id: n }));
  }
  await run(version({ id: 3, project_id: 1, slug: "'other'", verbose_name: "'other'" }));
});

const run = (sql: string) => db.$executeRawUnsafe(sql);

function insert(table: string, columns: Record<string, string | number>): string {
  return `insert into ${table} (${Object.keys(columns).join(", ")}) values (${Object.values(columns).join(", ")})`;
}
const version = (more: Record<string, string | number>) =>
  insert("versions", {
    project_id: 1,
    slug: "'main'",
    verbose_name: "'main'",
    type: "'branch'",
    privacy_level: "'public'",
    ...more,
  });
const build = (more: Record<string, string | number>) =>
  insert("builds", {
    project_id: 1,
    version_id: 1,
    version_slug: "'main'",
    version_name: "'main'",
    version_type: "'branch'",
    trigger: "'manual'",
    ...more,
  });
const project = (more: Record<string, string | number>) =>
  insert("projects", { slug: "'new'", name: "'N'", repository_url: "'https://example.org/n.git'", ...more });
const redirect = (more: Record<string, string | number>) =>
  insert("redirects", { project_id: 1, position: 0, type: "'page'", ...more });
const notice = (more: Record<string, string | number>) => insert("notices", { message_id: "'x'", ...more });
const invitation = (more: Record<string, string | number>) =>
  insert("invitations", {
    address: "'Ana@b.c'",
    address_key: "'ana@b.c'",
    invited_by: 1,
    expires_at: "now()",
    ...more,
  });
const idempotency = (more: Record<string, string | number>) =>
  insert("idempotency_records", {
    actor: "'user:1'",
    key: "'k'",
    method: "'POST'",
    path: "'/'",
    request_hash: "''",
    claim: "gen_random_uuid()",
    lease_until: "now()",
    created: "now()",
    expires_at: "now()",
    ...more,
  });
const running = { state: "'cloning'", lease_token: "gen_random_uuid()", lease_until: "now()" };

test.each<[string, string]>([
  ["instance_one_row_check", insert("instance", { id: 2, edition: "'business'" })],
  ["users_username_check", insert("users", { username: "'a@b'", username_key: "'a@b'" })],
  [
    "email_addresses_address_check",
    insert("email_addresses", { user_id: 1, address: "'x'", address_key: "'x'" }),
  ],
  ["organizations_slug_check", insert("organizations", { slug: "'-x'", name: "'X'" })],
  ["organizations_slug_check", insert("organizations", { slug: "'UP'", name: "'X'" })],
  ["projects_slug_check", project({ slug: "'a_b'" })],
  ["projects_slug_check", project({ slug: "'a--b'" })],
  ["projects_slug_check", project({ slug: `'${"a".repeat(64)}'` })],
  ["projects_name_check", project({ name: `'${"n".repeat(64)}'` })],
  ["projects_repository_credentials_check", project({ repository_url: "'https://me@example.org/n.git'" })],
  ["projects_repository_credentials_check", project({ repository_url: "'HTTPS://me:pw@example.org/n.git'" })],
  ["projects_repository_credentials_check", project({ repository_url: "'ssh://git:pw@example.org/n.git'" })],
  ["projects_translation_check", project({ id: 50, translation_of_id: 50 })],
  ["projects_builds_off_check", project({ builds_off_at: "now()" })],
  [
    "subproject_relations_self_check",
    insert("subproject_relations", { parent_id: 1, child_id: 1, alias: "'a'" }),
  ],
  [
    "subproject_relations_alias_check",
    insert("subproject_relations", { parent_id: 1, child_id: 2, alias: "'a//b'" }),
  ],
  [
    "subproject_relations_alias_check",
    insert("subproject_relations", { parent_id: 1, child_id: 2, alias: "'a b'" }),
  ],
  [
    "environment_variables_name_check",
    insert("environment_variables", { project_id: 1, name: "'A-B'", value_sealed: "''", value_bytes: 1 }),
  ],
  [
    "environment_variables_size_check",
    insert("environment_variables", { project_id: 1, name: "'A'", value_sealed: "''", value_bytes: 48001 }),
  ],
  ["idempotency_records_done_check", idempotency({ state: "'done'" })],
  ["idempotency_records_done_check", idempotency({ status: 201, headers: "'{}'", body_sealed: "''" })],
  ["idempotency_records_done_check", idempotency({ state: "'done'", status: 201, headers: "'{}'" })],
  ["idempotency_records_lengths_check", idempotency({ key: "''" })],
  ["redirects_position_check", redirect({ position: -1 })],
  ["redirects_http_status_check", redirect({ http_status: 307 })],
  ["versions_slug_check", version({ slug: "'-x'", verbose_name: "'x'" })],
  ["versions_pull_check", version({ slug: "'pr'", verbose_name: "'pr'", type: "'external'" })],
  ["versions_pull_check", version({ slug: "'pr'", verbose_name: "'pr'", pull_number: 5 })],
  ["builds_success_check", build({ state: "'finished'" })],
  ["builds_success_check", build({ success: "true" })],
  ["builds_lease_check", build({ state: "'cloning'" })],
  ["builds_lease_check", build({ lease_token: "gen_random_uuid()", lease_until: "now()" })],
  ["builds_lease_check", build({ ...running, lease_until: "null" })],
  ["notices_target_check", notice({})],
  ["notices_target_check", notice({ project_id: 1, user_id: 1 })],
  ["invitations_target_check", invitation({})],
  ["invitations_target_check", invitation({ organization_id: 1, project_id: 1 })],
  ["invitations_owner_check", invitation({ project_id: 1, as_owner: "true" })],
  ["invitations_end_check", invitation({ organization_id: 1, accepted_at: "now()", revoked_at: "now()" })],
  ["invitations_lengths_check", invitation({ organization_id: 1, address: "'nobody'" })],
  [
    "audit_events_lengths_check",
    insert("audit_events", {
      actor_kind: "'system'",
      actor_label: "'x'",
      subject_kind: "'x'",
      subject_id: "'x'",
      subject_label: "'x'",
      action: "''",
    }),
  ],
])("%s refuses a row", async (constraint, sql) => {
  await expect(run(sql)).rejects.toThrow(`"${constraint}"`);
});

test.each<[string, string]>([
  [
    "a team cannot hold another organization's project",
    insert("team_projects", { organization_id: 1, team_id: 1, project_id: 2 }),
  ],
  [
    "an invitation cannot lead to another organization's team",
    `with mine as (${invitation({ id: 90, organization_id: 1, address_key: "'z@b.c'" })} returning id)
    insert into invitation_teams (organization_id, invitation_id, team_id) select 1, id, 2 from mine`,
  ],
  ["a build cannot belong to another project's version", build({ project_id: 1, version_id: 2 })],
  ["a build cannot repeat another project's build", build({ rebuild_of_id: 2 })],
  [
    "a version cannot publish another version's build",
    "update versions set published_build_id = 2 where id = 1",
  ],
  [
    "a publication cannot name another version's build",
    insert("publications", { version_id: 3, build_id: 1, reason: "'build'" }),
  ],
])("%s", async (_name, sql) => {
  await expect(run(sql)).rejects.toThrow("foreign key constraint");
});

test.each<[string, string, string[]]>([
  [
    "two builds of one version never run at once",
    "builds_running_version_key",
    [build({ ...running, version_id: 3 }), build({ ...running, version_id: 3, state: "'uploading'" })],
  ],
  [
    "a version has one live publication",
    "publications_live_key",
    [1, 2].map(() => insert("publications", { version_id: 1, build_id: 1, reason: "'build'" })),
  ],
  [
    "an address is verified for one account only",
    "email_addresses_verified_key",
    [1, 2].map((user) =>
      insert("email_addresses", {
        user_id: user,
        address: "'a@b.c'",
        address_key: "'a@b.c'",
        verified_at: "now()",
      }),
    ),
  ],
  [
    "an account has one primary address",
    "email_addresses_primary_key",
    ["x", "y"].map((name) =>
      insert("email_addresses", {
        user_id: 2,
        address: `'${name}@b.c'`,
        address_key: `'${name}@b.c'`,
        is_primary: "true",
      }),
    ),
  ],
  [
    "an open notice exists once, its empty columns counted as equal",
    "notices_open_key",
    [notice({ project_id: 1 }), notice({ project_id: 1, state: "'read'" })],
  ],
  [
    "an address has one open invitation to an organization",
    "invitations_open_key",
    [invitation({ organization_id: 1 }), invitation({ organization_id: 1, as_owner: "true" })],
  ],
  [
    "a project has one rule of each clean-URL type",
    "redirects_clean_url_key",
    [7, 8].map((position) => redirect({ position, type: "'clean_url_to_html'" })),
  ],
  [
    "a branch becomes one version",
    "versions_verbose_name_key",
    ["v-a", "v-b"].map((slug) => version({ slug: `'${slug}'`, verbose_name: "'same'" })),
  ],
])("%s", async (_name, index, [first, second]) => {
  await run(first!);
  await expect(run(second!)).rejects.toThrow(`"${index}"`);
});

test("answered invitations may repeat", async () => {
  for (let n = 0; n < 2; n += 1) await run(invitation({ organization_id: 2, declined_at: "now()" }));
  await run(invitation({ organization_id: 2 }));
});

test("closed notices may repeat", async () => {
  for (let n = 0; n < 2; n += 1) await run(notice({ project_id: 2, state: "'cancelled'" }));
});

test("redirects may trade places inside a transaction and never end on one place", async () => {
  await run(redirect({ project_id: 2, position: 0 }));
  await run(redirect({ project_id: 2, position: 1 }));
  await run("update redirects set position = 1 - position where project_id = 2");
  await expect(run("update redirects set position = 5 where project_id = 2")).rejects.toThrow(
    "redirects_position_key",
  );
});

test("ssh addresses keep their account name", async () => {
  await run(project({ slug: "'ssh-a'", repository_url: "'ssh://git@example.org:22/n.git'" }));
  await run(project({ slug: "'ssh-b'", repository_url: "'git@example.org:team/n.git'" }));
});
