/** Variables that the arguments of Lectern's own commands may name; all else in an argument stands for itself (spec/builds.md 6.7). */
const known = ["READTHEDOCS_OUTPUT", "READTHEDOCS_VIRTUALENV_PATH", "CONDA_ENVS_PATH", "CONDA_DEFAULT_ENV"];
const reference = new RegExp(`\\$(${known.join("|")})\\b`, "g");
const special = new RegExp(`(${reference.source})|[^\\w@%+=:,./[\\]~-]`, "gu");
const environmentPrefix =
  /^(\$READTHEDOCS_VIRTUALENV_PATH|\$CONDA_ENVS_PATH\/\$CONDA_DEFAULT_ENV)\/bin\/(?=[^/]+$)/;

/** The arguments to execute: a program and what it is given, with the known variables filled in. No shell reads them. */
export const expandArguments = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): string[] =>
  args.map((argument) => argument.replace(reference, (whole, name: string) => environment[name] ?? whole));

/** The same as its people read it, and could type it into a shell of the build: programs of the environment by their name alone. */
export const showArguments = (args: readonly string[]): string =>
  args
    .map((argument, index) => (index === 0 ? argument.replace(environmentPrefix, "") : argument))
    .map((argument) => (argument === "" ? "''" : backslashed(argument)))
    .join(" ");

const backslashed = (argument: string): string =>
  argument.replace(special, (whole, variable?: string) => (variable === undefined ? `\\${whole}` : whole));
