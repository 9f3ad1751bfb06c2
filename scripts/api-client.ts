import { request } from "node:http";

/** What one HTTP exchange gave; `json` parses on demand. */
export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  json: <T>() => T;
};

/**
 * One request to a process on this machine. `host` is the Host header, because names below `localhost` do not resolve
 * everywhere. Rejects on connection errors and after `timeoutMs`.
 */
export function send(options: {
  address?: string;
  port: number;
  path: string;
  method?: string;
  host?: string;
  token?: string;
  body?: unknown;
  timeoutMs?: number;
}): Promise<Answer> {
  const {
    address = "127.0.0.1",
    port,
    path,
    method = "GET",
    host = `localhost:${port}`,
    token,
    body,
    timeoutMs = 30_000,
  } = options;
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: address,
        port,
        path,
        method,
        agent: false,
        timeout: timeoutMs,
        headers: {
          Host: host,
          Accept: "application/json, */*;q=0.5",
          ...(token ? { Authorization: `Token ${token}` } : {}),
          ...(payload ? { "Content-Type": "application/json", "Content-Length": payload.length } : {}),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const whole = Buffer.concat(chunks);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: whole,
            json: () => JSON.parse(whole.length === 0 ? "null" : whole.toString("utf8")),
          });
        });
      },
    );
    outgoing.on("timeout", () =>
      outgoing.destroy(new Error(`No answer to ${method} ${path} in ${timeoutMs} ms`)),
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

/** The parts of the API's answers that scripts read. */
export type BuildAnswer = {
  id: number;
  version: string;
  created: string;
  finished: string | null;
  state: { code: string };
  success: boolean | null;
  error: string | null;
  commit: string | null;
};
export type ProjectAnswer = { slug: string; urls: { documentation: string } };

/** `/api/v3/` of one instance, as the owner of `token`. Answers outside 2xx throw with the body in the message. */
export function apiClient(port: number, token: string) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send({ port, path: `/api/v3${path}`, method, token, body });
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(
        `${method} /api/v3${path} answered ${answer.status}: ${answer.body.toString("utf8").slice(0, 500)}`,
      );
    }
    return answer.json<T>();
  };
  return {
    get: <T>(path: string) => call<T>("GET", path),
    post: <T>(path: string, body: unknown) => call<T>("POST", path, body),
    patch: (path: string, body: unknown) => call<null>("PATCH", path, body),
    delete: (path: string) => call<null>("DELETE", path),
    find: async <T>(path: string): Promise<T | null> => {
      const answer = await send({ port, path: `/api/v3${path}`, token });
      return answer.status === 200 ? answer.json<T>() : null;
    },
    /** The newest build of a version (`latest` unless named), or null. */
    newestBuild: async (project: string, version = "latest"): Promise<BuildAnswer | null> => {
      const { results } = await call<{ results: BuildAnswer[] }>(
        "GET",
        `/projects/${project}/versions/${version}/builds/?limit=1`,
      );
      return results[0] ?? null;
    },
  };
}

export const isFinal = (build: BuildAnswer): boolean => ["finished", "cancelled"].includes(build.state.code);
