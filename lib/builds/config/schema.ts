/** The configuration of a build, with defaults filled in: the shape of `expand=config` (spec/builds.md 5.9). */
export type BuildConfig = {
  readonly version: "2";
  readonly formats: readonly string[];
  readonly python: { readonly install: readonly unknown[] };
  readonly conda: null;
  readonly build: {
    readonly os: string;
    readonly tools: Readonly<Record<string, { readonly version: string; readonly full_version: string }>>;
    readonly jobs: Readonly<Record<string, unknown>>;
    readonly apt_packages: readonly string[];
    readonly commands: readonly string[];
  };
  readonly doctype: "generic" | "sphinx" | "mkdocs";
  readonly sphinx: null;
  readonly mkdocs: null;
  readonly submodules: { readonly include: []; readonly exclude: "all"; readonly recursive: false };
  readonly search: { readonly ranking: Record<string, never>; readonly ignore: readonly string[] };
};
