/** Where the documentation is, and what to write for the token: the token itself, or null for the name of a variable. */
export type SnippetPlace = { documentation: string; token: string | null; link: string | null };
export type Snippet = { name: string; code: string; note: string };

/** How a program reads with a header token. `documentation` is the address of the project's documentation. */
export function tokenSnippets({ documentation, token }: SnippetPlace): Snippet[] {
  const { host, origin } = new URL(documentation);
  const shell = token ?? "$DOCS_TOKEN";
  const header = token === null ? `f"Token {os.environ['DOCS_TOKEN']}"` : `"Token ${token}"`;
  return [
    {
      name: "curl",
      code: [
        `curl -H "Authorization: Token ${shell}" ${documentation}`,
        "# the same in Basic form: the token as the user, an empty password",
        `curl --user "${shell}:" ${documentation}`,
      ].join("\n"),
      note: "Keep the token in a secret store. Some .netrc readers refuse an empty password; use the header there.",
    },
    {
      name: "Python",
      code: [
        ...(token === null ? ["import os"] : []),
        "import requests",
        "",
        `requests.get("${documentation}", headers={"Authorization": ${header}})`,
      ].join("\n"),
      note: "Keep the token in a secret store.",
    },
    {
      name: "nginx",
      code: [
        "# Your proxy signs people in, then adds the token.",
        "location / {",
        "    auth_request       /_signed_in;        # your own check; must not be left out",
        `    proxy_pass         ${origin};`,
        "    proxy_ssl_server_name on;",
        `    proxy_set_header   Host              ${host};`,
        `    proxy_set_header   Authorization     "Token ${token ?? "<TOKEN>"}";`,
        '    proxy_set_header   Cookie            "";',
        "    proxy_hide_header  Set-Cookie;",
        "    proxy_set_header   X-Real-IP         $remote_addr;",
        "    proxy_set_header   X-Forwarded-For   $proxy_add_x_forwarded_for;",
        "    proxy_set_header   X-Forwarded-Proto $scheme;",
        "}",
      ].join("\n"),
      note: `Host must be ${host} or a custom domain of this project, otherwise the answer is 404. Never make this location public.`,
    },
    {
      name: "Caddy",
      code: [
        "# Your proxy signs people in, then adds the token.",
        "docs.internal.example.com {",
        "    forward_auth localhost:9091 {           # your own check; must not be left out",
        "        uri /signed-in",
        "    }",
        `    reverse_proxy ${origin} {`,
        `        header_up Host ${host}`,
        `        header_up Authorization "Token ${token ?? "{env.DOCS_TOKEN}"}"`,
        "        header_up -Cookie",
        "        header_down -Set-Cookie",
        "    }",
        "}",
      ].join("\n"),
      note: `Host must be ${host} or a custom domain of this project, otherwise the answer is 404. Never make this site public.`,
    },
    {
      name: "CI step",
      code: [
        "- name: Fetch the documentation",
        `  run: curl --fail -H "Authorization: Token $DOCS_TOKEN" ${documentation}`,
        "  env:",
        `    DOCS_TOKEN: ${token ?? `\${{ secrets.DOCS_TOKEN }}`}`,
      ].join("\n"),
      note: "Store the token as a secret of the repository instead of writing it here.",
    },
  ];
}

/** How a site sends or shows people the documentation by a secret link. */
export function linkSnippets({ documentation, link }: SnippetPlace): Snippet[] {
  const address = link ?? "<LINK>";
  const next = new URL(documentation).pathname;
  const to = address.split("?", 1)[0];
  return [
    {
      name: "Redirect",
      code: [
        "HTTP/1.1 302 Found",
        `Location: ${to}?next=${next}`,
        "Cache-Control: no-store",
        "Referrer-Policy: no-referrer",
      ].join("\n"),
      note: "Your site answers so to people it has signed in. A bookmark to a page does not work for new visitors.",
    },
    {
      name: "iframe",
      code: `<iframe src="${to}?next=${next}" title="Documentation" referrerpolicy="no-referrer"></iframe>`,
      note: "Only on pages whose visitors may all read: the link stands in the page.",
    },
  ];
}
