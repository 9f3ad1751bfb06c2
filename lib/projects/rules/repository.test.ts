import { describe, expect, it } from "vitest";
import {
  normalizeRepositoryUrl,
  repositoryProblem,
  repositoryWebUrl,
} from "#lib/projects/rules/repository.ts";

const business = { edition: "business", localRepositories: "deny", internalHosts: [] } as const;
const community = { ...business, edition: "community" } as const;
const laptop = { ...business, localRepositories: "allow" } as const;

describe("repository addresses", () => {
  it.each([
    "https://github.com/pypa/pip",
    "http://github.com/pypa/pip.git",
    "git://example.org/repo",
    "https://[2001:db8::1]/repo",
    "lp:bazaar",
  ])("both editions accept %s", (url) => {
    expect(repositoryProblem(url, business)).toBeNull();
    expect(repositoryProblem(url, community)).toBeNull();
  });

  it.each(["ssh://git@github.com/pypa/pip", "ssh+git://host/repo", "git@github.com:pypa/pip.git"])(
    "ssh is for business: %s",
    (url) => {
      expect(repositoryProblem(url, business)).toBeNull();
      expect(repositoryProblem(url, community)).toBe("Manual cloning via SSH is not supported");
    },
  );

  it.each([
    ["https://github.com/a && rm -rf /", "Invalid character in the URL"],
    ["https://github.com/a|b", "Invalid character in the URL"],
    ["https://github.com/a b", "Invalid character in the URL"],
    ["https://github.com/a\u0007", "Invalid character in the URL"],
    ["ftp://example.org/repo", "Invalid scheme for URL"],
    ["svn+ssh://example.org/repo", "Invalid scheme for URL"],
    ["javascript:alert(1)", "Invalid scheme for URL"],
    ["ext::sh -c id", "Invalid character in the URL"],
    ["ext::sh", "Invalid scheme for URL"],
    ["random text".replace(" ", ""), "Invalid scheme for URL"],
    ["/etc/passwd", "Invalid scheme for URL"],
    ["file:///etc/passwd", "Invalid scheme for URL"],
    ["../relative", "Invalid scheme for URL"],
    ["--upload-pack=id", "Invalid scheme for URL"],
    ["-u@host:path", "Invalid scheme for URL"],
    ["ssh://-oProxyCommand=id/x", "Invalid scheme for URL"],
    ["https://", "Invalid scheme for URL"],
    ["https://user:pass@github.com/a", "Credentials are not allowed"],
    ["https://token@github.com/a", "Credentials are not allowed"],
    ["ssh://git:secret@github.com/a", "Credentials are not allowed"],
    ["ssh://git:@github.com/a", "Credentials are not allowed"],
    ["https://@github.com/a", "Credentials are not allowed"],
    ["https://:@github.com/a", "Credentials are not allowed"],
    ["https:///user@github.com/a", "Credentials are not allowed"],
    ["http://localhost/repo", "Repositories on this machine"],
    ["http://git.localhost:3000/repo", "Repositories on this machine"],
    ["http://127.1/repo", "Repositories on this machine"],
    ["git://[::1]/repo", "Repositories on this machine"],
    ["git://[::ffff:127.0.0.1]/repo", "Repositories on this machine"],
    ["git@localhost:repo", "Repositories on this machine"],
  ])("refuses %j", (url, message) => {
    expect(repositoryProblem(url, business)).toContain(message);
  });

  it.each(["/srv/git/repo", "file:///srv/git/repo", "http://127.0.0.1:8080/repo", "git://localhost/repo"])(
    "a laptop may allow %s",
    (url) => {
      expect(repositoryProblem(url, laptop)).toBeNull();
    },
  );

  it("credentials stay refused on a laptop", () => {
    expect(repositoryProblem("http://a:b@127.0.0.1/repo", laptop)).toContain("Credentials");
  });

  it("an operator can vouch for a host", () => {
    expect(
      repositoryProblem("http://localhost/repo", { ...business, internalHosts: ["localhost"] }),
    ).toBeNull();
  });

  it("stores GitHub over TLS", () => {
    expect(normalizeRepositoryUrl(" http://github.com/a/b ")).toBe("https://github.com/a/b");
    expect(normalizeRepositoryUrl("http://example.org/a")).toBe("http://example.org/a");
  });
});

describe("where a repository is read on the web", () => {
  it.each([
    ["https://github.com/a/b.git", "main", "https://github.com/a/b/tree/main/"],
    ["git://github.com/a/b", "v1", "https://github.com/a/b/tree/v1/"],
    ["git@gitlab.com:a/b.git", "feature/x", "https://gitlab.com/a/b/tree/feature/x/"],
    ["ssh://git@bitbucket.org/a/b", "main", "https://bitbucket.org/a/b/src/main"],
    ["https://example.org/a/b", "main", "https://example.org/a/b"],
    ["https://github.com/a/b", null, "https://github.com/a/b"],
    ["/srv/git/repo", "main", null],
  ])("%s at %s → %s", (url, ref, expected) => {
    expect(repositoryWebUrl(url, ref)).toBe(expected);
  });
});
