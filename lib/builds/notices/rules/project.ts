import { error, info, type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

/** What can be wrong with a repository or with the files its configuration names (spec/builds.md 4.6, 10 and 11.4). */
export const projectWordings = {
  "project:repository:private-clone-error": error(
    "The repository could not be fetched",
    "{message} Check the address and who may read the repository.",
  ),
  "project:repository:public-clone-error": error(
    "The repository could not be fetched",
    "{message} Check the address and who may read the repository.",
  ),
  "project:repository:checkout-failed": error(
    "The revision could not be checked out",
    "The repository has no “{revision}” any more, or it could not be checked out.",
  ),
  "project:repository:host-key-changed": error(
    "The host of the repository has changed its SSH key",
    "{host} showed another key than the one this project has pinned, so nothing was fetched. If the host says that its key was replaced, remove the pinned one under Settings, Private repository; the next build pins the new one.",
  ),
  "project:repository:submodule-refused": error(
    "A submodule cannot be fetched",
    "The submodule {path}: {message}",
  ),
  "project:repository:submodule-loop": error(
    "A submodule contains its own parent",
    "The submodule {path} leads back to a repository it is part of, so this would never end. Leave it out with submodules.exclude, or set submodules.recursive to false.",
  ),
  "project:repository:too-many-submodules": error(
    "There are too many submodules",
    "A build fetches up to {count} submodules, {depth} deep. Name the ones the documentation needs under submodules.include.",
  ),
  "project:repository:submodule-not-found": error(
    "A submodule is not there",
    "The configuration names the submodule {path}, but the repository has none at that path.",
  ),
  "project:repository:generic-error": error("Git failed", "{message}"),
  "project:repository:unsupported-vcs": error(
    "The repository is not git",
    "Only git repositories can be built. Give the address of a git repository in the project's settings.",
  ),
  "project:repository:duplicated-reserved-versions": error(
    "A version name is taken twice",
    "The repository has a branch and a tag with the same reserved name, latest or stable. Rename or delete one of the two.",
  ),
  "project:versions:synced": info("The versions follow the repository", "{summary}"),
  "project:repository:locked": error(
    "The repository is busy",
    "The versions of this repository are being read already. Try again in a minute.",
  ),
  "project:file:not-found": error(
    "A file is missing",
    "The configuration names {filename}, which is not in the repository. Paths start at the root of the repository, and upper and lower case differ.",
  ),
  "project:sphinx:conf-py-not-found": error(
    "There is no conf.py",
    "Sphinx needs a conf.py, and the repository has none. Name its place under sphinx.configuration.",
  ),
  "project:sphinx:multiple-conf-py-files-found": error(
    "There is more than one conf.py",
    "The repository has several files called conf.py. Say under sphinx.configuration which one is meant.",
  ),
  "project:builds:disabled-due-to-consecutive-failures": error(
    "Builds are switched off",
    "The last {count} builds of the default version failed, so no more are started. Mend the build, then switch builds on again.",
  ),
  "project:domain:validation-pending": warning(
    "A domain is not verified yet",
    "The records of {domain} in DNS do not show yet that it belongs to this project, so nothing is served there. The page “Domains” says which record to add.",
  ),
  "project:domain:validation-lost": warning(
    "The proof of a domain is gone",
    "DNS does not show any more that {domain} belongs to this project. Put the record back that the page “Domains” names; after 30 days without it nothing is served there.",
  ),
  "project:domain:validation-expired": error(
    "A domain was not verified in time",
    "For 30 days DNS has not shown that {domain} belongs to this project, so nobody looks any more and nothing is served there. Add the record that the page “Domains” names, then check again.",
  ),
} satisfies Record<string, Wording>;
