import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Cluster } from "./cluster.ts";

/** Opens a share's link as a browser would and gives its password, if it has one; returns the Cookie header of the docs host. */
export async function openShare(
  cluster: Cluster,
  host: string,
  share: { url: string; password?: string | undefined },
): Promise<string> {
  const { pathname, search } = new URL(share.url);
  const opened = await ask(cluster, host, `${pathname}${search}`);
  const answer =
    share.password === undefined ? opened : await givePassword(cluster, host, opened.page, share);
  if (answer.cookies === "") throw new Error(`${host} gave no cookie for a share.`);
  return answer.cookies;
}

function givePassword(
  cluster: Cluster,
  host: string,
  page: string,
  { url, password = "" }: { url: string; password?: string | undefined },
): Promise<{ cookies: string; page: string }> {
  const fields = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? "",
    (/value="([^"]*)"/.exec(input)?.[1] ?? "").replaceAll("&amp;", "&"),
  ]);
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? new URL(url).pathname;
  const form = new URLSearchParams([...fields, ["password", password]]);
  return ask(cluster, host, action, form.toString());
}

function ask(
  cluster: Cluster,
  host: string,
  path: string,
  form?: string,
): Promise<{ cookies: string; page: string }> {
  return new Promise((resolve, reject) => {
    const read = async (answer: IncomingMessage): Promise<void> => {
      const cookies = (answer.headers["set-cookie"] ?? []).map((one) => one.split(";", 1)[0]).join("; ");
      resolve({ cookies, page: await text(answer) });
    };
    const headers = {
      host,
      accept: "text/html",
      ...(form === undefined
        ? {}
        : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(form) }),
    };
    const [port = 0] = cluster.ports;
    request({ host: "127.0.0.1", port, path, method: form === undefined ? "GET" : "POST", headers })
      .on("error", reject)
      .on("response", (answer) => void read(answer).catch(reject))
      .end(form);
  });
}
