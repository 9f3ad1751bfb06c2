/** One behaviour of a checklist. `struck` says why it does not apply to Lectern. */
export type ChecklistLine = { readonly id: string; readonly line: string; readonly struck?: string };

/**
 * The lines of spec/builds.md 21 that are done, groups A to H. A test that shows one carries `[builds A1]` in its title;
 * test/checklists.test.ts names every line without a test.
 */
export const buildsChecklist: readonly ChecklistLine[] = [
  {
    id: "builds A1",
    line: "no file -> default-not-found; custom path missing -> path not-found with the relative path",
  },
  {
    id: "builds A2",
    line: "empty file, a top-level list, a scalar, several YAML documents, unparsable YAML -> invalid-syntax naming the file",
  },
  {
    id: "builds A3",
    line: "null value, empty value, empty string and empty list of a key survive parsing as such",
  },
  { id: "builds A4", line: 'version 2 and "2" accepted; 1, 3, text -> invalid-version' },
  {
    id: "builds A5",
    line: "file name pattern: the four accepted names match; prefixes, suffixes, `.yamlx` and nested paths do not",
  },
  { id: "builds A6", line: "non-default file name and non-YAML extension work through a custom path" },
  { id: "builds A7", line: "finder returns nothing in an empty tree and finds only at the root" },
  { id: "builds B1", line: "bool accepts 0, 1, true, false; rejects strings" },
  { id: "builds B2", line: "choice accepts members only; list accepts list/tuple, rejects str" },
  {
    id: "builds B3",
    line: "path: relative kept, absolute made relative, empty rejected; string accepts unicode, rejects number and null",
  },
  {
    id: "builds B4",
    line: "consuming nested keys removes emptied parents, leaves residue when siblings remain, returns default or raises as asked",
  },
  {
    id: "builds B5",
    line: "extra-key finder returns the first nested unknown path; strict validation names it",
  },
  {
    id: "builds C1",
    line: "formats: valid list, invalid value, invalid type, default empty, empty list allowed, `all` expands; file value wins over project defaults",
  },
  {
    id: "builds C2",
    line: "conda: valid path; non-mapping; missing environment; required for conda, mamba, miniforge interpreters; not required with commands; miniforge counts as conda interpreter",
  },
  {
    id: "builds C3",
    line: "build: not a mapping; image key rejected; unknown os, tool, tool version rejected; tools resolved to full versions in the public dict",
  },
  {
    id: "builds C4",
    line: "`build.jobs` without os invalid; commands without os invalid; tools+commands valid; commands of wrong type invalid",
  },
  {
    id: "builds C5",
    line: "jobs: unknown name, non-list, list of non-strings invalid; all documented names valid, order kept",
  },
  {
    id: "builds C6",
    line: "jobs.build partial override keeps the rest default; empty list = do nothing; format must be in `formats`; all unset by default",
  },
  {
    id: "builds C7",
    line: "apt: valid names; non-list; leading `-`, `/`, `.`; spaces inside; shell characters; `=`; each entry error names index",
  },
  {
    id: "builds C8",
    line: "python: non-mapping; `version` key invalid; install default empty; empty list allowed; unknown method; requirements null, empty, wrong type; neither path nor requirements; order of several entries",
  },
  { id: "builds C9", line: "extras: only with pip, list of strings only, empty allowed" },
  {
    id: "builds C10",
    line: "sphinx is the doc type when nothing else; builder values; default html; path nested ok; other file name rejected; null allowed without enforcement; fail_on_warning types and default",
  },
  { id: "builds C11", line: "mkdocs: same set; both tools together rejected" },
  {
    id: "builds C12",
    line: "enforcement: sphinx without configuration, mkdocs without configuration, neither key -> errors; not required with commands; not required with create_environment/install/build.* overridden",
  },
  {
    id: "builds C13",
    line: "submodules: defaults; invalid types; include list/all; exclude list/all; both -> error; both empty ok; recursive bool; explicit false ok",
  },
  {
    id: "builds C14",
    line: "search: non-mapping; ranking types, bounds -10..10, path normalisation table; ignore list types",
  },
  {
    id: "builds C15",
    line: 'uv: sync valid; with path, groups (list/all), extras (list/all); pip with requirements or path; command required/invalid; each exclusion of 5.4; multiple entries; empty and wrongly typed groups/extras; "uses uv" true/false',
  },
  { id: "builds C16", line: "full public dict for a new-style config equals the expected structure" },
  {
    id: "builds D1",
    line: "vcs environment: SSH command variable present only where private repositories are enabled (build and sync)",
  },
  {
    id: "builds D2",
    line: "uv variables absent without uv; UV_PROJECT absolute from install path, falls back to checkout; UV_PYTHON inside venv, removed while creating it",
  },
  {
    id: "builds D3",
    line: "environment variables table of 8.1 exact for internal and external versions; private variables missing for external; conda and uv variants",
  },
  {
    id: "builds D4",
    line: "config file is read, printed, stored as part of the build; a config error becomes a notification on the build with its id and values",
  },
  { id: "builds D5", line: "documentation type of the version is updated after the build" },
  {
    id: "builds D6",
    line: "successful build: exact order of internal API calls: cloning, (commands), config, installing, building, uploading, version patch, finished, key revoked",
  },
  {
    id: "builds D7",
    line: "failed build (any exception): notification, status failure, state finished, success false, length set, key revoked",
  },
  { id: "builds D8", line: "cancelled build: state cancelled, notification, no failed e-mail" },
  { id: "builds D9", line: "only html is built for external versions; all formats for internal" },
  {
    id: "builds D10",
    line: "MkDocs ignores formats; MkDocs strict flag; Sphinx `-W --keep-going`; Sphinx builder choice; Sphinx all formats with exact commands; language normalisation",
  },
  { id: "builds D11", line: "apt commands run as root before tools, with `--` guard" },
  {
    id: "builds D12",
    line: "tools: installed through the manager when not cached; moved from cache when cached; extra packages only when not cached",
  },
  {
    id: "builds D13",
    line: "jobs: every hook at its position; partial build override for Sphinx, MkDocs, without tool, without tool + uv; empty override executes nothing",
  },
  {
    id: "builds D14",
    line: "commands mode: commands, reshim after install (python, rust), no other steps; html directory check",
  },
  {
    id: "builds D15",
    line: "checkout variants: latest machine with HEAD, non-machine version, with clone token, project-specific checkout commands",
  },
  {
    id: "builds D16",
    line: "pip: requirements; path; extras; several entries; setuptools with pinned setuptools; conda and mamba commands with patched environment file",
  },
  { id: "builds D17", line: "submodules: include, exclude, exclude all commands" },
  {
    id: "builds D18",
    line: "working directories are clean before, and cleaned after, version sync also on failure",
  },
  { id: "builds D19", line: "listing remote refs fails -> sync skipped, build not failed" },
  {
    id: "builds D20",
    line: "duplicated reserved names (latest, stable) across tags and branches -> error; no duplicates -> ok",
  },
  {
    id: "builds D21",
    line: "doc builders: `python -m` form for venv, `uv run` form for uv (Sphinx, MkDocs); missing mkdocs.yml -> file-not-found; several conf.py; no conf.py",
  },
  {
    id: "builds D22",
    line: "container id is derived from build and project, cut to 63 characters",
    struck:
      "builds run in a bubblewrap sandbox without a container; its folder is named after build and attempt",
  },
  {
    id: "builds E1",
    line: "unrecorded commands create no row; record-as-success stores 0; row is created first with nulls, then patched",
  },
  {
    id: "builds E2",
    line: "true/false results; missing binary -> -1; stderr merged into output; unicode output preserved; invalid bytes replaced",
  },
  { id: "builds E3", line: "NUL stripping; private variable value masked, public left" },
  {
    id: "builds E4",
    line: "escaping: special characters escaped, the known variables untouched; wrapper with and without bin path",
  },
  {
    id: "builds E5",
    line: 'unicode result from the container; out-of-memory note appended on exit 137 and on "Killed" in output',
  },
  {
    id: "builds E6",
    line: "(x) container already running -> app error; container exit 42 -> time-out",
    struck:
      "there are no containers; a build's end for its time limit is shown by [builds F3] and the break-out tests",
  },
  { id: "builds F1", line: "version omitted: default version if it exists, else latest" },
  { id: "builds F2", line: "inactive project -> nothing triggered" },
  { id: "builds F3", line: "time limit: default, custom, rounded down, (x) invalid text, (x) custom queue" },
  {
    id: "builds F4",
    line: "new build cancels an older running one of the same version; finished ones untouched; project latest build updated",
  },
  {
    id: "builds F5",
    line: "concurrency reached at trigger -> 5 min delay, 25 retries, notification; older builds of the version are still cancelled",
  },
  {
    id: "builds F6",
    line: "counting: below limit, at limit; project limit beats others; translations counted both ways; organization wide count; organization limit; project limit inside organization",
  },
  {
    id: "builds F7",
    line: "cancel view: triggered -> immediate state change; running -> signal; anonymous redirected; build of other project 404; non-admin forbidden",
  },
  {
    id: "builds F8",
    line: "build list/detail hidden for spam projects",
    struck: "there is no spam score; what hides a project is being deleted or private",
  },
  { id: "builds F9", line: "rebuild offered: internal always; external only if active and latest build" },
  { id: "builds F10", line: "stale flag after 5 min in triggered" },
  { id: "builds F11", line: "build row survives version deletion with its name, slug, type, commit" },
  {
    id: "builds G1",
    line: "saving a config creates one row, same config reuses it, different creates another; none creates none; assigning existing reference keeps it",
  },
  { id: "builds G2", line: "PATCH of same config keeps one row; orphans removed, referenced kept" },
  {
    id: "builds G3",
    line: "a version's config comes from its last successful build, also when several builds share one row",
  },
  { id: "builds G4", line: "private key `_config` never appears in API for normal user nor superuser" },
  {
    id: "builds H1",
    line: "healthcheck: right builder -> 204 and time stored; wrong builder, final build -> 404",
  },
  { id: "builds H2", line: "reset: state, success, length, builder, commands and notifications cleared" },
  {
    id: "builds H3",
    line: "storage credentials: media and tools; wrong type 400; scoping for external versions differs",
    struck: "workers reach storage by themselves; no credentials are handed out",
  },
  {
    id: "builds H4",
    line: "building response has state and commands; finished success/fail serialised; protected fields cannot be written by users",
  },
  {
    id: "builds H5",
    line: "create/update build without permission refused; commands only for own project; duplicate command accepted once",
  },
  {
    id: "builds H6",
    line: "read endpoints for anonymous/normal users, write only with build key; staff gets no special rights; another project's key sees nothing (404)",
    struck: "workers use the database under a lease; there are no internal routes to guard",
  },
  {
    id: "builds H7",
    line: "key: created for long slugs; expires; revoked by endpoint; old revoked keys deleted by the daily task",
    struck: "there are no worker keys: a lease token is one attempt's and dies with it",
  },
  {
    id: "builds H8",
    line: "raw log for success, building, failure; invalid id 404; filter by commit; build without version serialised",
  },
  {
    id: "builds H9",
    line: "concurrent endpoint returns limit_reached, concurrent, max_concurrent",
    struck: "the count is made by the claim itself, in its transaction; see [builds F6]",
  },
  { id: "builds H10", line: "adding the same notification twice keeps one, back to unread" },
  {
    id: "builds H11",
    line: "project payload for workers contains features, environment variables with public flag, clone token only with the app",
  },
  {
    id: "builds H12",
    line: "versions: only active listed by filter; list without project filter not available; PATCH refused to users",
  },
];
