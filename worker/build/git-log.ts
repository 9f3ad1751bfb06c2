import { gitError, runWithSources } from "#lib/platform/git/git.ts";
import { type GitError, type GitSource, secretsOf } from "#lib/platform/git/source.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { throwIfStopped } from "#worker/build/failures.ts";
import { redactor } from "#worker/build/redact.ts";

/** How a recorded command ended; `error` says what git complained about, should it have failed. */
export type GitOutcome = {
  readonly done: boolean;
  readonly exitCode: number | null;
  readonly error: GitError;
};

/** Runs a git command in the clone sandbox and writes it down as people would type it. */
export const recordGit = (
  context: BuildContext,
  sources: readonly GitSource[],
  args: readonly string[],
): Promise<GitOutcome> => recordWithSources(context, sources, `git ${args.join(" ")}`, ["git", ...args]);

/** Runs any command in the clone sandbox, able to reach `sources`, and writes it down as `text`. */
export async function recordWithSources(
  context: BuildContext,
  sources: readonly GitSource[],
  text: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<GitOutcome> {
  const git = { workspace: context.workspace, signal: context.signal, limits: remaining(context) };
  // Git prints none of these; its host or a project's own checkout commands might.
  const hide = redactor(sources.flatMap(secretsOf));
  const last: string[] = [];
  const result = await context.log.command("cloning", text, (onLines) =>
    runWithSources(
      git,
      sources,
      command,
      (lines) => {
        const shown = lines.map(hide);
        last.push(...shown);
        last.splice(0, last.length - 20);
        onLines(shown);
      },
      environment,
    ),
  );
  throwIfStopped(result, context.limits);
  return { done: result.exitCode === 0, exitCode: result.exitCode, error: gitError(last) };
}
