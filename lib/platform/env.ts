import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { refuseStart } from "#lib/platform/refuse-start.ts";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
const isNetwork = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. */
const isNameServer = (text: string): boolean =>
  ipaddr.isValid(/^\[(.+)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([^:]+):\d+$/, "$1"));
const count = z.coerce.number().int().positive();

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    DASHBOARD_URL: z.url({ protocol: /^https?$/ }).optional(),
    DOCS_DOMAIN: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d+)?$/)
      .optional(),
    PREVIEW_DOMAIN: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d+)?$/)
      .optional(),
    EDITION: z.enum(["business", "community"]).default("business"),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    DATA_DIR: z.string().min(1).default("./data"),
    STORAGE_URL: z
      .string()
      .regex(/^file:(\/\/)?\/[^/]/, "must be an address such as file:///srv/lectern; S3 is not available yet")
      .optional(),
    SECRET_KEY: z
      .string()
      .refine(
        (keys) => /^[^,\s]{16,}([,\s]+[^,\s]{16,})*[,\s]*$/.test(keys.trim()),
        "each key must have at least 16 characters",
      )
      .optional(),
    BUILD_ISOLATION: z.enum(["bubblewrap", "none"]).default("bubblewrap"),
    BUILD_NETWORK: z.enum(["filtered", "open", "none"]).default("filtered"),
    INTERNAL_HOSTS: list.default([]),
    LOCAL_REPOSITORIES: z.enum(["deny", "allow"]).default("deny"),
    WORKER_SLOTS: count.default(1),
    CONCURRENT_BUILDS: count.default(4),
    BUILD_SECONDS: count.default(900),
    BUILD_MEMORY_MB: count.default(7000),
    BUILD_DISK_MB: count.default(10_000),
    BUILD_OUTPUT_MB: count.default(50),
    BUILD_CACHE_MB: z.coerce.number().int().min(0).default(2_000),
    SIGN_UP: z.enum(["open", "invited", "closed"]).default("open"),
    API_RATE_ANONYMOUS: count.default(60),
    API_RATE_TOKEN: count.default(600),
    API_RATE_SESSION: count.default(1200),
    API_RATE_SEARCH: count.default(100),
    API_RATE_EMBED: count.default(600),
    SUBPROJECT_ALIAS_SLASHES: flag.default(false),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    MAIL_FROM: z.string().default("Lectern <lectern@localhost>"),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//)
      .optional(),
    EMBED_HOSTS: list.default([]),
    CDN_DRIVER: z.enum(["none", "http", "cloudflare"]).default("none"),
    CDN_URL: z.url({ protocol: /^https?$/ }).optional(),
    CDN_TOKEN: z.string().optional(),
    CDN_ZONES: list.default([]),
    PRIVATE_GRACE_SECONDS: z.coerce.number().int().min(0).default(0),
    TRUSTED_PROXIES: list
      .refine((all) => all.every(isNetwork), "must be addresses or networks such as 10.0.0.0/8")
      .default([]),
    DNS_SERVERS: list
      .refine((all) => all.every(isNameServer), "must be addresses of name servers such as 192.0.2.53")
      .default([]),
    LECTERN_DEV: flag.default(false),
  })
  .superRefine((raw, { addIssue }) => {
    const missing = (name: string, why: string) =>
      addIssue({ code: "custom", path: [name], message: `CDN_DRIVER=${raw.CDN_DRIVER} needs ${why}` });
    if (raw.CDN_DRIVER === "http" && raw.CDN_URL === undefined) missing("CDN_URL", "the address to post to");
    if (raw.CDN_DRIVER !== "cloudflare") return;
    if (raw.CDN_TOKEN === undefined) missing("CDN_TOKEN", "an API token that may purge");
    if (raw.CDN_ZONES.length === 0) missing("CDN_ZONES", "the ids of the zones to purge");
  })
  .transform((raw) => ({
    ...raw,
    DATA_DIR: resolve(raw.DATA_DIR),
    DASHBOARD_URL: (raw.DASHBOARD_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, ""),
    DOCS_DOMAIN: raw.DOCS_DOMAIN ?? `docs.localhost:${raw.PORT}`,
    PREVIEW_DOMAIN: raw.PREVIEW_DOMAIN ?? `previews.localhost:${raw.PORT}`,
  }));

export type Env = z.infer<typeof schema>;

/**
 * Reads and checks the settings (architecture: operational interface). Empty values count as unset.
 * Throws an Error whose message is one sentence naming the first bad variable.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(
    `${issue?.path.join(".") ?? "Environment"} is not valid: ${issue?.message ?? "unknown reason"}.`,
  );
}

/** The settings of this process, read once. A wrong one ends the process with its sentence. */
export const env: Env = readOrExit();

function readOrExit(): Env {
  try {
    return readEnv(process.env);
  } catch (error) {
    return refuseStart(error);
  }
}

// next-auth reads its own address from the environment only.
process.env.NEXTAUTH_URL ??= env.DASHBOARD_URL;
