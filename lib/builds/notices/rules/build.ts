import { error, info, type Wording, warning } from "#lib/builds/notices/rules/wording.ts";

/** What can happen to a build while it runs (spec/builds.md 10). */
export const buildWordings = {
  "build:app:generic-with-build-id": error(
    "Something went wrong on our side",
    "This build ended because of a problem that is not yours. Try again; if it stays, quote build {build_id} to whoever runs this server.",
  ),
  "build:app:upload-failed": error(
    "The files could not be published",
    "The documentation was built, but its files could not be stored: {message} What was published before is still there. Quote build {build_id} if it happens again.",
  ),
  "build:app:terminated-due-inactivity": error(
    "The build was lost",
    "The machine that ran this build gave no more sign of life, twice. Start it again.",
  ),
  "build:app:docker:unknown-error": error("The build environment could not be set up", "{message}"),
  "build:app:project-builds-disabled": error(
    "Builds are switched off",
    "Builds of this project are switched off. Ask a project admin to switch them on again.",
  ),

  "build:user:generic": error(
    "A command failed",
    "The command “{command}” ended with exit code {exit_code}. Its output says why.",
  ),
  "build:user:time-out": error(
    "The build took too long",
    "A build may take {seconds} seconds. This one was stopped. Build less in one go, or ask whoever runs this server for more time.",
  ),
  "build:user:excessive-memory": error(
    "The build used too much memory",
    "A build may use {megabytes} MB of memory. This one was stopped by {held_by}. Build less in one go, or ask whoever runs this server for more memory.",
  ),
  "build:user:excessive-disk": error(
    "The build used too much disk space",
    "A build may use {megabytes} MB of disk space. This one was stopped. Leave less behind, or ask whoever runs this server for more disk space.",
  ),
  "build:user:cancelled": error("The build was cancelled", "It was stopped before it was finished. {reason}"),
  "build:user:exit-code-183": info(
    "The build was skipped",
    "A command ended with exit code 183, by which the project itself asks to skip a build. What was published before stays.",
  ),
  "build:user:concurrency-limit-reached": info(
    "The build waits for another one",
    "Only {limit} builds may run at the same time here. This one starts by itself as soon as another has ended.",
  ),

  "build:user:tool-not-available": error(
    "A tool is not available in this version",
    "build.tools.{tool} asks for {version}, which this server does not have. Available: {available}. Choose one of these, or ask whoever runs this server to install it.",
  ),
  "build:user:apt-packages-missing": warning(
    "System packages are missing",
    "build.apt_packages asks for packages this server does not have: {packages}. The build goes on without them. Whoever runs this server can install them with: {command}",
  ),
  "build:user:format-not-available": warning(
    "A download format cannot be made here",
    "The format {format} cannot be built on this server, and the build goes on without it. {message}",
  ),

  "build:user:output:no-html": error(
    "No HTML files were left",
    "The commands did not make the folder _readthedocs/html. Put your pages into $READTHEDOCS_OUTPUT/html.",
  ),
  "build:user:output:html-no-index-file": error(
    "There is no start page",
    "The folder _readthedocs/html has no index.html. Name the first page of the documentation index, or copy it there.",
  ),
  "build:user:output:is-no-a-directory": error(
    "The output is not a folder",
    "_readthedocs/{artifact_type} must be a folder that holds the file, not the file itself.",
  ),
  "build:user:output:has-0-files": error(
    "A download is missing",
    "The folder _readthedocs/{artifact_type} is empty. Put exactly one file there, or do not make the folder.",
  ),
  "build:user:output:has-multiple-files": error(
    "There is more than one download",
    "The folder _readthedocs/{artifact_type} holds several files. A version has one download of each kind: leave one file.",
  ),
  "build:user:output:has-no-pdf-files": error(
    "There is no PDF file",
    "The folder _readthedocs/pdf holds no file that ends with .pdf. Put the PDF there, or do not make the folder.",
  ),
  "build:user:pdf-not-found": error(
    "No PDF was made",
    "LaTeX ended without writing a PDF. The output of latexmk says why; its first line with “!” is usually the cause.",
  ),
  "build:user:tex-file-not-found": error(
    "No LaTeX file was made",
    "Sphinx wrote no .tex file, so there is nothing to make a PDF from. Check latex_documents in conf.py.",
  ),
  "build:user:output:file-too-large": error("A file is too large to be published", "{message}"),
  "build:user:output:old-directory-used": error(
    "The pages are in the wrong folder",
    "Pages were found in _build/html, which is not published. Write them to $READTHEDOCS_OUTPUT/html.",
  ),
  "build:user:output:refused": error("The output cannot be published", "{message}"),
  "build:user:symlink:used": error("A symbolic link leads out of the repository", "{message}"),
  "build:user:ssh-key-with-write-access": error(
    "The deploy key may write",
    "The deploy key of this project is allowed to push to the repository. Builds never need that: make the key read-only where the repository is hosted, then build again.",
  ),
  "build:vcs:deprecated": error(
    "The repository is not git",
    "Only git repositories can be built; this project uses {vcs}.",
  ),
} satisfies Record<string, Wording>;
