/** Formats a build can make besides HTML pages, in the order they are built. */
export const downloadFormats = ["htmlzip", "pdf", "epub"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** The jobs a project may hook into, in the order they run (spec/builds.md 5.3). */
export const hookNames = [
  "pre_checkout",
  "post_checkout",
  "pre_system_dependencies",
  "post_system_dependencies",
  "pre_create_environment",
  "post_create_environment",
  "pre_install",
  "post_install",
  "pre_build",
  "post_build",
] as const;
export type HookName = (typeof hookNames)[number];

export type ToolName = "python" | "nodejs" | "ruby" | "rust" | "golang";

/** What a project puts in place of a built-in step: null keeps the built-in one, `[]` does nothing. */
export type Override = readonly string[] | null;

export type BuildJobs = Readonly<Record<HookName, readonly string[]>> & {
  readonly create_environment: Override;
  readonly install: Override;
  readonly build: Readonly<Record<"html" | DownloadFormat, Override>>;
};

export type PipInstall =
  | { readonly requirements: string }
  | {
      readonly path: string;
      readonly method: "pip" | "setuptools";
      readonly extra_requirements: readonly string[];
    };

export type UvInstall = {
  readonly method: "uv";
  readonly command: "sync" | "pip";
  readonly path: string | null;
  readonly requirements: string | null;
  readonly groups: readonly string[] | "all" | null;
  readonly extras: readonly string[] | "all" | null;
};

export type PythonInstall = PipInstall | UvInstall;

export type SphinxDoctype = "sphinx" | "sphinx_htmldir" | "sphinx_singlehtml";

/** The configuration of a build, with defaults filled in: the shape of `expand=config` (spec/builds.md 5.9). */
export type BuildConfig = {
  readonly version: "2";
  readonly formats: readonly DownloadFormat[];
  readonly python: { readonly install: readonly PythonInstall[] };
  readonly conda: { readonly environment: string } | null;
  readonly build: {
    readonly os: string;
    /** In the order of the file. */
    readonly tools: Readonly<
      Partial<Record<ToolName, { readonly version: string; readonly full_version: string }>>
    >;
    readonly jobs: BuildJobs;
    readonly apt_packages: readonly string[];
    readonly commands: readonly string[];
  };
  readonly doctype: "generic" | "mkdocs" | SphinxDoctype;
  readonly sphinx: {
    readonly configuration: string | null;
    readonly builder: SphinxDoctype;
    readonly fail_on_warning: boolean;
  } | null;
  readonly mkdocs: { readonly configuration: string | null; readonly fail_on_warning: boolean } | null;
  readonly submodules: {
    readonly include: readonly string[] | "all";
    readonly exclude: readonly string[] | "all";
    readonly recursive: boolean;
  };
  readonly search: {
    readonly ranking: Readonly<Record<string, number>>;
    readonly ignore: readonly string[];
  };
};
