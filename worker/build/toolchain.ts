/** What a build's commands run with: the tools its configuration asks for, once they are there (spec/builds.md 6.2, 6.3). */
export type Toolchain = {
  /** How the environment is made and installed into; `none` without a Python. */
  readonly kind: "none" | "python" | "uv" | "conda" | "mamba";
  /** Folders inside the sandbox, first to last, to be put before the system's own on PATH: the environment's programs come first. */
  readonly path: readonly string[];
  /** Variables the tools need, for example UV_PROJECT or CONDA_ENVS_PATH (spec/builds.md 8.1). */
  readonly environment: Readonly<Record<string, string>>;
  /** Tool to full version, for example `python` to `3.11.2`. */
  readonly versions: Readonly<Record<string, string>>;
};
