import { presentPasskey } from "#lib/accounts/passkeys/present.ts";
import type { SecondFactors } from "#lib/accounts/second-factors/queries.ts";
import type { SecondFactorsJson } from "#lib/accounts/second-factors/schema.ts";
import { wireDateOrNull } from "#lib/platform/wire/dates.ts";

export function presentSecondFactors(row: SecondFactors): SecondFactorsJson {
  const added = row.totpSecret?.confirmedAt ?? null;
  return {
    enabled: added !== null || row.passkeys.length > 0,
    authenticator_added: wireDateOrNull(added),
    passkeys: row.passkeys.map(presentPasskey),
    recovery_codes_left: row._count.recoveryCodes,
  };
}
