import { db } from "#lib/platform/db/client.ts";
import type { GitAccess } from "#lib/platform/git/source.ts";
import { open } from "#lib/platform/secrets/sealing.ts";

/** What a project's builds may show to the hosts of its repository, readable: for the clone step only. */
export async function findGitAccess(projectId: number): Promise<GitAccess> {
  const where = { projectId };
  const [key, token, pins] = await Promise.all([
    db.deployKey.findUnique({ where, select: { privateSealed: true } }),
    db.repositoryToken.findUnique({ where, select: { username: true, tokenSealed: true, origin: true } }),
    db.knownHost.findMany({ where, select: { host: true, key: true }, orderBy: { key: "asc" } }),
  ]);
  const hosts = Map.groupBy(pins, ({ host }) => host);
  const hostKeys = new Map([...hosts].map(([host, rows]) => [host, rows.map((row) => row.key)]));
  return {
    identity: key && { privateKey: open(key.privateSealed), hostKeys },
    token: token && { username: token.username, password: open(token.tokenSealed), origin: token.origin },
  };
}
