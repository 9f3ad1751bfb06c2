import { guardedFetch, isFetchRefused } from "#lib/platform/http/fetch.ts";
import { readAdvertisement } from "#lib/projects/repository-checks/rules.ts";
import type { RepositoryCheckJson } from "#lib/projects/repository-checks/schema.ts";

const mostBytes = 16 * 1024 * 1024;
const timeoutMs = 15_000;

type Answer = Pick<RepositoryCheckJson, "state" | "detail"> & Partial<RepositoryCheckJson>;
const nothing = { default_branch: null, branches: null, tags: null };

/** Asks a repository for its branches and tags, as `git ls-remote` does, without credentials. Only http and https can be asked. */
export async function checkRepository(url: string): Promise<RepositoryCheckJson> {
  return { ...nothing, ...(/^https?:/i.test(url) ? await ask(url) : unasked) };
}

const unasked: Answer = {
  state: "unknown",
  detail:
    "Only addresses that begin with https:// or http:// can be checked. The first build tells whether this one works.",
};

async function ask(url: string): Promise<Answer> {
  try {
    const answer = await guardedFetch(`${url.replace(/\/+$/, "")}/info/refs?service=git-upload-pack`, {
      // Code hosts answer other programs with pages.
      headers: { "User-Agent": "git/2 (Lectern)", Accept: "*/*" },
      timeoutMs,
      maxBytes: mostBytes,
    });
    return read(answer.status, answer.body);
  } catch (error) {
    if (!isFetchRefused(error)) throw error;
    if (error.reason === "too_large")
      return { state: "unknown", detail: "It has more branches and tags than are counted here." };
    return { state: "unreachable", detail: error.message };
  }
}

function read(status: number, body: Buffer): Answer {
  if (status === 401 || status === 403)
    return {
      state: "credentials",
      detail: "The host asks for a password: the repository is private, or there is none at this address.",
    };
  const found = status === 200 ? readAdvertisement(body.toString("latin1")) : null;
  if (!found) return { state: "missing", detail: "There is no git repository at this address." };
  const { defaultBranch, branches, tags } = found;
  return branches === 0 && tags === 0
    ? { state: "empty", detail: "The repository is empty: there is nothing to build yet." }
    : {
        state: "found",
        detail: `Found ${counted(branches, "branch", "branches")} and ${counted(tags, "tag", "tags")}.`,
        default_branch: defaultBranch,
        branches,
        tags,
      };
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
