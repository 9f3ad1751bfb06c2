/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Trailing slashes are ours to decide: docs hosts keep them, the API and the dashboard add them (proxy.ts).
  skipTrailingSlashRedirect: true,
  skipProxyUrlNormalize: true,
  serverExternalPackages: [
    "pg",
    "pg-boss",
    "pino",
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "nodemailer",
    "undici",
  ],
  typescript: { ignoreBuildErrors: true },
  // A list takes its format as a suffix too: /api/v3/projects.json. A version's own name may end in it.
  rewrites: async () => [
    {
      source: "/api/v3/:path((?!.*/versions/[^/]+$).+)\\.json",
      destination: "/api/v3/:path/?format=json",
    },
  ],
  devIndicators: false,
  // forbidden(): pages answer 403 to people who may see a project but not manage it.
  experimental: { authInterrupts: true },
};
