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
  devIndicators: false,
  // forbidden(): pages answer 403 to people who may see a project but not manage it.
  experimental: { authInterrupts: true },
};
