"use client";

import { useQuery } from "@tanstack/react-query";
import { Callout } from "#components/ui/callout.tsx";
import { secondFactorsResource } from "../api.ts";
import { Authenticator } from "./authenticator.tsx";
import { Passkeys } from "./passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** What logging in asks for besides the password. */
export function TwoFactorScreen() {
  const { data: factors } = useQuery(secondFactorsResource());
  if (!factors) return null;
  const { enabled, authenticator_added: added, passkeys, recovery_codes_left: left } = factors;
  return (
    <>
      {enabled ? (
        <Callout tone="success">
          Two-factor log-in is on: your password alone does not log in to this account.
        </Callout>
      ) : (
        <Callout>Two-factor log-in is off. It turns on with your first app or passkey.</Callout>
      )}
      <Authenticator added={added} isLast={passkeys.length === 0} />
      <Passkeys passkeys={passkeys} hasApp={added !== null} />
      {enabled && <RecoveryCodes left={left} />}
    </>
  );
}
