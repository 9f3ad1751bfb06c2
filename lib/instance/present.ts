import type { Instance } from "#lib/instance/queries.ts";
import type { OperatorSettings } from "#lib/instance/schema.ts";
import { env } from "#lib/platform/env.ts";

export const presentOperatorSettings = (instance: Instance | null): OperatorSettings => ({
  sign_up: instance?.settings.signUp ?? null,
  sign_up_default: env.SIGN_UP,
  email_domains: instance?.settings.emailDomains ?? [],
});
