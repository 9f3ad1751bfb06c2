import { defineConfig } from "vitepress";

/** The folder the site is served from, for example /en/latest/. */
const base = new URL(process.env.READTHEDOCS_CANONICAL_URL ?? "http://127.0.0.1/").pathname;

export default defineConfig({
  title: "Lectern",
  description: "Builds and hosts versioned documentation from git repositories.",
  base,
  srcExclude: ["README.md"],
  // Long routes in a table would push its last column out of sight.
  head: [["style", {}, ".vp-doc td code { overflow-wrap: anywhere }"]],
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
          { text: "Addresses", link: "/addresses" },
          { text: "Custom domains", link: "/custom-domains" },
          { text: "Redirects", link: "/redirects" },
          { text: "Missing pages", link: "/missing-pages" },
          { text: "Crawlers, downloads and headers", link: "/docs-hosts" },
          { text: "Private documentation", link: "/private" },
          { text: "Sharing private documentation", link: "/sharing" },
          { text: "People, teams and activity", link: "/people" },
          { text: "Private repositories", link: "/private-repositories" },
          { text: "Your account", link: "/account" },
          { text: "Keyboard", link: "/keyboard" },
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
          { text: "Recipes", link: "/api/recipes" },
          { text: "Authentication", link: "/api/authentication" },
          { text: "Conventions", link: "/api/conventions" },
          { text: "Errors", link: "/api/errors" },
          { text: "The contract", link: "/api/openapi" },
          { text: "Projects", link: "/api/projects" },
          { text: "Versions", link: "/api/versions" },
          { text: "Builds", link: "/api/builds" },
          { text: "Publications", link: "/api/publications" },
          { text: "Publishing", link: "/api/publishing" },
          { text: "Cache purges", link: "/api/purges" },
          { text: "Subprojects", link: "/api/subprojects" },
          { text: "Translations", link: "/api/translations" },
          { text: "Address", link: "/api/address" },
          { text: "Domains", link: "/api/domains" },
          { text: "Redirects", link: "/api/redirects" },
          { text: "Sharing", link: "/api/sharing" },
          { text: "Recipients of a share", link: "/api/share-recipients" },
          { text: "Use of shares", link: "/api/share-use" },
          { text: "Requests for more time", link: "/api/extension-requests" },
          { text: "Environment variables", link: "/api/environment-variables" },
          { text: "Notifications", link: "/api/notifications" },
          { text: "Organizations", link: "/api/organizations" },
          { text: "Teams", link: "/api/teams" },
          { text: "People of a project", link: "/api/people" },
          { text: "Activity", link: "/api/audit" },
          { text: "Invitations", link: "/api/invitations" },
          { text: "Code hosts", link: "/api/remote" },
          { text: "Embed", link: "/api/embed" },
          { text: "Search", link: "/api/search" },
          { text: "Public projects and people", link: "/api/public-projects" },
          { text: "Account", link: "/api/account" },
          { text: "Operating", link: "/api/operator" },
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
