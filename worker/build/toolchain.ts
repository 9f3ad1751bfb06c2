/** What a build's commands run with: the tools its configuration asks for, once they are there (spec/builds.md 6.2, 6.3). */
export type Toolchain = {
  /** How the environment is made and installed into; `none` without a Python. */
  readonly kind: "none" | "python" | "uv" | "conda" | "mamba";
  /** Folders inside the sandbox, first to last, for PATH: after the programs of the environment, before the system's own. */
  readonly path: readonly string[];
  /** Variables the tools need, for example UV_PROJECT or CONDA_ENVS_PATH (spec/builds.md 8.1). */
  readonly environment: Readonly<Record<string, string>>;
  /** Tool to full version, for example `python` to `3.11.2`. */
  readonly versions: Readonly<Record<string, string>>;
};

/** Before the tools are there. */
export const noTools: Toolchain = { kind: "none", path: [], environment: {}, versions: {} };
