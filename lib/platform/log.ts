import pino from "pino";
import { env } from "#lib/platform/env.ts";

/** JSON lines on standard output. Secrets never go in: log ids and counts, not headers, bodies or settings. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      "password",
      "token",
      "secret",
      "authorization",
      "cookie",
      "*.password",
      "*.token",
      "*.secret",
      "*.authorization",
      "*.cookie",
    ],
    censor: "[redacted]",
  },
});
