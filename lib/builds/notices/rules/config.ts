import { error, type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

const unreadable = (body: string): Wording => error("The configuration file cannot be read", body);
const incomplete = (body: string): Wording => error("The configuration is incomplete", body);
const invalid = (body: string): Wording => error("The configuration is not valid", body);

/** What can be wrong with a configuration file (spec/builds.md 5.8). */
export const configWordings = {
  "config:generic": unreadable("{message}"),
  "config:path:default-not-found": error(
    "There is no configuration file",
    "The repository has no .readthedocs.yaml in its root. Add one that says how the documentation is built, commit and push it, then build again.",
  ),
  "config:path:not-found": error(
    "The configuration file is missing",
    "There is no {directory} in the repository. Add it, or change the path in the project's settings.",
  ),
  "config:base:invalid-syntax": unreadable("{filename}: {error_message}"),
  "config:base:invalid-version": error(
    "The configuration has an unknown version",
    "Only version 2 of the configuration file exists here. Write “version: 2” at its top.",
  ),
  "config:base:invalid-key-name": invalid("{key} is not a key that is known here. {message}"),
  "config:base:sphinx-mkdocs-together": invalid(
    "The keys sphinx and mkdocs cannot be used together. Remove the one that does not build the documentation.",
  ),
  "config:build:pre-checkout-not-run": warning(
    "One job is never run",
    "The configuration has commands under build.jobs.pre_checkout. They are not run: the file is only known once the repository is checked out. Move them to post_checkout.",
  ),

  "config:validation:invalid-bool": invalid(
    "{key} must be true or false (or 1 or 0), without quotes; it is {value}.",
  ),
  "config:validation:invalid-choice": invalid("{key} must be one of {choices}; it is {value}. {message}"),
  "config:validation:invalid-dict": invalid("{key} must be a mapping of keys to values; it is {value}."),
  "config:validation:invalid-list": invalid("{key} must be a list; it is {value}. {message}"),
  "config:validation:invalid-string": invalid("{key} must be text; it is {value}. {message}"),
  "config:validation:invalid-path": invalid("{key} is not a usable path: {message}"),
  "config:validation:invalid-path-pattern": invalid(
    "{key} is not a usable pattern of paths: “{value}” matches nothing.",
  ),
  "config:validation:value-not-found": incomplete("The key {key} is required. {message}"),

  "config:build:missing-build-tools-commands": incomplete(
    'It needs build.tools with at least one tool (for example python: "3"), or build.commands. {message}',
  ),
  "config:build:jobs-and-commands": invalid(
    "build.jobs and build.commands cannot be used together. With build.commands, every step is a command of that list.",
  ),
  "config:build:jobs:build:missing-in-formats": invalid(
    "build.jobs.build.{build_type} has commands, but {build_type} is not in formats. Add it there.",
  ),
  "config:apt:invalid-package-name-prefix": invalid(
    "{key}: the name of a package cannot begin with “{prefix}”; it is “{package}”.",
  ),
  "config:apt:invalid-package-name": invalid(
    "{key}: “{package}” is not the name of a package. Names have letters, digits, dots, plus and minus signs; a version or an architecture cannot be chosen.",
  ),
  "config:conda:required": incomplete(
    "The Python chosen under build.tools is a conda one, so conda.environment must name its environment file.",
  ),
  "config:submodules:include-exclude-together": invalid(
    "submodules.include and submodules.exclude cannot be used together. Keep one of the two.",
  ),
  "config:sphinx:missing-config": incomplete(
    "It does not say how the documentation is built. Name the conf.py of Sphinx under sphinx.configuration (for example docs/conf.py), use the key mkdocs, or list your own commands under build.commands. {message}",
  ),
  "config:sphinx:invalid-config-file": invalid("{key} must name a file called conf.py; it is “{value}”."),
  "config:mkdocs:missing-config": incomplete(
    "The key mkdocs needs mkdocs.configuration, for example mkdocs.yml.",
  ),

  "config:python:pip-path-requirement-required": incomplete(
    "{key} needs either requirements (a file) or path (a folder to install).",
  ),
  "config:python:pip-required": invalid("{key}: extra_requirements only work with “method: pip”."),
  "config:python:uv-command-required": incomplete("{key}: “method: uv” needs command, either sync or pip."),
  "config:python:uv-multiple-install-entries-invalid": invalid(
    "With “method: uv”, python.install must have exactly one entry. Let uv install everything in it.",
  ),
  "config:python:uv-sync-requirements-invalid": invalid(
    "{key}: “command: sync” installs what uv.lock says and takes no requirements. Use “command: pip” for a requirements file.",
  ),
  "config:python:uv-pip-requirements-or-path-required": incomplete(
    "{key}: “command: pip” needs either requirements (a file) or path (a folder to install).",
  ),
  "config:python:uv-pip-requirements-and-path-mutually-exclusive": invalid(
    "{key}: “command: pip” takes either requirements or path, not both.",
  ),
  "config:python:uv-pip-groups-not-allowed": invalid("{key}: groups only work with “command: sync”."),
  "config:python:uv-pip-extras-all-not-allowed": invalid(
    "{key}: “extras: all” only works with “command: sync”. Name the extras you need.",
  ),
  "config:python:uv-groups-extras-empty": invalid(
    "{key} is an empty list. Name something in it, write “all”, or remove it.",
  ),
  "config:python:uv-groups-extras-invalid-type": invalid(
    "{key} must be a list of names or the word “all”; it is {value}. {message}",
  ),
} satisfies Record<string, Wording>;
