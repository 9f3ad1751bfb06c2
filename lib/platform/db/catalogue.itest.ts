import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";

/** Everything the migrations state and prisma/schema cannot: a forgotten line in a rewritten migration fails here. */

const names = async (sql: string): Promise<string[]> =>
  (await db.$queryRawUnsafe<{ name: string }[]>(sql)).map((row) => row.name);

const constraints = (kind: string) =>
  names(`select conname as name from pg_constraint
    where contype = '${kind}' and connamespace = 'public'::regnamespace order by conname collate "C"`);

test("check constraints", async () => {
  expect(await constraints("c")).toEqual([
    "api_tokens_name_check",
    "api_tokens_previous_check",
    "audit_events_lengths_check",
    "build_artifacts_bytes_check",
    "build_commands_counts_check",
    "build_events_kind_check",
    "builds_counts_check",
    "builds_lease_check",
    "builds_lengths_check",
    "builds_success_check",
    "connected_accounts_lengths_check",
    "domains_host_check",
    "domains_hsts_check",
    "domains_verified_check",
    "email_addresses_address_check",
    "environment_variables_name_check",
    "environment_variables_size_check",
    "idempotency_records_done_check",
    "idempotency_records_lengths_check",
    "instance_one_row_check",
    "invitations_end_check",
    "invitations_lengths_check",
    "invitations_owner_check",
    "invitations_target_check",
    "notices_message_check",
    "notices_target_check",
    "organizations_limits_check",
    "organizations_name_check",
    "organizations_slug_check",
    "passkeys_name_check",
    "project_tags_name_check",
    "projects_builds_off_check",
    "projects_lengths_check",
    "projects_limits_check",
    "projects_name_check",
    "projects_repository_credentials_check",
    "projects_slug_check",
    "projects_translation_check",
    "publications_end_check",
    "rate_counters_check",
    "redirects_http_status_check",
    "redirects_lengths_check",
    "redirects_position_check",
    "remote_memberships_target_check",
    "search_pages_rank_check",
    "share_policies_days_check",
    "share_recipients_name_check",
    "share_scopes_value_check",
    "share_secrets_sealed_check",
    "shares_description_check",
    "shares_undo_check",
    "subproject_relations_alias_check",
    "subproject_relations_self_check",
    "teams_name_check",
    "teams_slug_check",
    "users_names_check",
    "users_username_check",
    "versions_names_check",
    "versions_pull_check",
    "versions_slug_check",
  ]);
});

test("deferrable constraints: a position may be taken twice until the commit", async () => {
  const found = await names(`select conname as name from pg_constraint where condeferrable and condeferred
    and connamespace = 'public'::regnamespace`);
  expect(found).toEqual(["redirects_position_key"]);
});

test("partial indexes", async () => {
  const found = await db.$queryRaw<{ definition: string }[]>`
    select replace(pg_get_indexdef(indexrelid), 'public.', '') as definition from pg_index
    join pg_class on pg_class.oid = indexrelid
    where indpred is not null and relnamespace = 'public'::regnamespace order by relname collate "C"`;
  const running =
    "ANY (ARRAY['cloning'::build_state, 'installing'::build_state, 'building'::build_state, 'uploading'::build_state])";
  const unended = running.replace("[", "['triggered'::build_state, ");
  const cleanUrls = "ANY (ARRAY['clean_url_to_html'::redirect_type, 'html_to_clean_url'::redirect_type])";
  const open = "ANY (ARRAY['unread'::notice_state, 'read'::notice_state])";
  const unanswered = "(accepted_at IS NULL) AND (declined_at IS NULL) AND (revoked_at IS NULL)";
  const notice = "project_id, organization_id, build_id, user_id, message_id, subject";
  expect(found.map((row) => row.definition)).toEqual([
    "CREATE UNIQUE INDEX api_tokens_live_name_key ON api_tokens USING btree (user_id, name) WHERE (revoked_at IS NULL)",
    "CREATE INDEX audit_events_account_idx ON audit_events USING btree (subject_id, id DESC) WHERE (subject_kind = 'user'::text)",
    "CREATE INDEX audit_events_tokens_idx ON audit_events USING btree (actor_id, id DESC) WHERE (subject_kind = 'token'::text)",
    `CREATE INDEX builds_lease_until_idx ON builds USING btree (lease_until) WHERE (state = ${running})`,
    `CREATE INDEX builds_open_idx ON builds USING btree (created DESC, id DESC) WHERE (state = ${unended})`,
    `CREATE UNIQUE INDEX builds_running_version_key ON builds USING btree (version_id) WHERE (state = ${running})`,
    "CREATE INDEX builds_unarchived_idx ON builds USING btree (finished_at) WHERE ((log_key IS NULL) AND (finished_at IS NOT NULL))",
    "CREATE INDEX builds_waiting_idx ON builds USING btree (priority DESC, created) WHERE (state = 'triggered'::build_state)",
    "CREATE UNIQUE INDEX domains_canonical_key ON domains USING btree (project_id) WHERE canonical",
    "CREATE UNIQUE INDEX domains_verified_host_key ON domains USING btree (host) WHERE (state = 'verified'::domain_state)",
    "CREATE UNIQUE INDEX email_addresses_primary_key ON email_addresses USING btree (user_id) WHERE is_primary",
    "CREATE UNIQUE INDEX email_addresses_verified_key ON email_addresses USING btree (address_key) WHERE (verified_at IS NOT NULL)",
    `CREATE UNIQUE INDEX invitations_open_key ON invitations USING btree (organization_id, project_id, address_key) NULLS NOT DISTINCT WHERE (${unanswered})`,
    `CREATE UNIQUE INDEX notices_open_key ON notices USING btree (${notice}) NULLS NOT DISTINCT WHERE (state = ${open})`,
    "CREATE UNIQUE INDEX publications_live_key ON publications USING btree (version_id) WHERE (ended_at IS NULL)",
    `CREATE UNIQUE INDEX redirects_clean_url_key ON redirects USING btree (project_id, type) WHERE (type = ${cleanUrls})`,
    "CREATE UNIQUE INDEX share_recipients_name_key ON share_recipients USING btree (share_id, lower(name)) WHERE (revoked_at IS NULL)",
    "CREATE UNIQUE INDEX share_secrets_current_key ON share_secrets USING btree (share_id, recipient_id, kind) NULLS NOT DISTINCT WHERE ((valid_until IS NULL) AND (retired_at IS NULL))",
    "CREATE UNIQUE INDEX share_secrets_lookup_key ON share_secrets USING btree (kind, key_id, lookup_hash) WHERE (retired_at IS NULL)",
    "CREATE INDEX shares_live_idx ON shares USING btree (project_id, expires) WHERE (revoked_at IS NULL)",
    "CREATE UNIQUE INDEX versions_verbose_name_key ON versions USING btree (project_id, type, verbose_name) WHERE (NOT machine)",
  ]);
});

test("the index of words", async () => {
  const found = await names(`select replace(pg_get_indexdef(indexrelid), 'public.', '') as name from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'gin'`);
  expect(found).toEqual(["CREATE INDEX search_sections_words_idx ON search_sections USING gin (words)"]);
});

test("triggers", async () => {
  const found = await names(`select tgname as name from pg_trigger where not tgisinternal
    and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1`);
  expect(found).toEqual(["audit_events_append_only", "audit_events_no_truncate"]);
});

test("unlogged tables and free-standing sequences", async () => {
  const unlogged = await names(
    `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'`,
  );
  expect(unlogged).toEqual(["rate_counters"]);
  const sequences = await names(`select relname as name from pg_class where relkind = 'S'
    and relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype in ('i', 'a'))`);
  expect(sequences).toEqual(["site_revisions"]);
});

test("every foreign key is NO ACTION but these cascades", async () => {
  const found = await db.$queryRaw<{ name: string; deletes: string; updates: string }[]>`
    select conname as name, confdeltype::text as deletes, confupdtype::text as updates from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by conname collate "C"`;
  expect(found.filter((key) => key.updates !== "a")).toEqual([]);
  expect(found.filter((key) => key.deletes !== "a").map((key) => `${key.name} ${key.deletes}`)).toEqual([
    "api_token_projects_project_id_fkey c",
    "api_token_projects_token_id_fkey c",
    "api_tokens_user_id_fkey c",
    "build_artifacts_build_id_fkey c",
    "build_caches_project_id_fkey c",
    "build_commands_build_id_fkey c",
    "build_data_build_id_fkey c",
    "build_environments_build_id_fkey c",
    "build_events_build_id_fkey c",
    "build_pages_build_id_fkey c",
    "cancellations_build_id_fkey c",
    "diff_bases_version_id_fkey c",
    "docs_sessions_session_id_fkey c",
    "domain_headers_domain_id_fkey c",
    "email_addresses_user_id_fkey c",
    "extension_requests_recipient_id_fkey c",
    "extension_requests_share_id_fkey c",
    "invitation_teams_organization_id_invitation_id_fkey c",
    "invitation_teams_organization_id_team_id_fkey c",
    "notices_build_id_fkey c",
    "notices_organization_id_fkey c",
    "notices_project_id_fkey c",
    "notices_user_id_fkey c",
    "one_time_codes_user_id_fkey c",
    "passkey_challenges_user_id_fkey c",
    "passkeys_user_id_fkey c",
    "project_tags_project_id_fkey c",
    "publications_version_id_fkey c",
    "recovery_codes_user_id_fkey c",
    "remote_memberships_account_id_fkey c",
    "search_indexes_project_id_version_id_fkey c",
    "search_pages_project_id_version_id_fkey c",
    "search_sections_page_id_fkey c",
    "sessions_user_id_fkey c",
    "share_accesses_share_id_fkey c",
    "share_policies_organization_id_fkey c",
    "share_recipients_share_id_fkey c",
    "share_scopes_share_id_fkey c",
    "share_secrets_project_id_share_id_fkey c",
    "share_secrets_recipient_id_fkey c",
    "share_sessions_recipient_id_fkey c",
    "share_sessions_secret_id_fkey c",
    "share_sessions_share_id_fkey c",
    "share_use_daily_share_id_fkey c",
    "share_versions_project_id_share_id_fkey c",
    "share_versions_project_id_version_id_fkey c",
    "stars_user_id_fkey c",
    "team_members_team_id_fkey c",
    "team_members_user_id_fkey c",
    "team_projects_organization_id_project_id_fkey c",
    "team_projects_organization_id_team_id_fkey c",
    "totp_secrets_user_id_fkey c",
  ]);
});

test("every moment is stored to the millisecond, with its zone", async () => {
  const odd = await names(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name <> '_prisma_migrations'
    and (data_type like 'timestamp%' and (data_type <> 'timestamp with time zone' or datetime_precision <> 3))`);
  expect(odd).toEqual([]);
});
