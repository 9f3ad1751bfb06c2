import { defineConfig } from "vitepress";

/** The folder the site is served from, for example /en/latest/. */
const base = new URL(process.env.READTHEDOCS_CANONICAL_URL ?? "http://127.0.0.1/").pathname;

export default defineConfig({
  title: "Lectern",
  description: "Builds and hosts versioned documentation from git repositories.",
  base,
  srcExclude: ["README.md"],
  themeConfig: {
    search: { provider: "local" },
    sidebar: [
      {
        text: "Start",
        items: [
          { text: "Getting started", link: "/getting-started" },
          { text: "Importing a project", link: "/importing" },
          { text: "Configuration file", link: "/config-file" },
          { text: "Builds", link: "/builds" },
          { text: "Versions", link: "/versions" },
          { text: "Private documentation", link: "/private" },
          { text: "Private repositories", link: "/private-repositories" },
        ],
      },
      {
        text: "Use",
        items: [
          { text: "API guide", link: "/api-guide" },
          { text: "API reference in short", link: "/api" },
        ],
      },
      {
        text: "API, resource by resource",
        collapsed: true,
        items: [
          { text: "Authentication", link: "/api/authentication" },
          { text: "Conventions", link: "/api/conventions" },
          { text: "Errors", link: "/api/errors" },
        ],
      },
      {
        text: "Run",
        items: [
          { text: "Server settings", link: "/configuration" },
          { text: "Operations", link: "/operations" },
          { text: "Troubleshooting", link: "/troubleshooting" },
          { text: "Architecture", link: "/architecture" },
        ],
      },
    ],
  },
});
