/** Ends a process that cannot start, with the sentence an operator can act on instead of a stack trace. */
export function refuseStart(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // Prisma quotes the call that failed before it says why.
  process.stderr.write(`${message.trim().split("\n").at(-1)}\n`);
  process.exit(1);
}
