import type { NoticeId } from "#lib/builds/notices/rules.ts";
import type { NoticeValues } from "#lib/builds/runs/schema.ts";

/** What is wrong with a configuration file, as a notice. */
export class ConfigError extends Error {
  readonly code = "config";
  readonly notice: NoticeId;
  readonly values: NoticeValues;

  constructor(notice: NoticeId, values: NoticeValues = {}) {
    super(notice);
    this.notice = notice;
    this.values = values;
  }
}

export const isConfigError = (error: unknown): error is ConfigError =>
  error instanceof Error && "code" in error && error.code === "config";
