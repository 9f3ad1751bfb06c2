import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { PasskeyAnswer, PasskeyAttestation } from "#lib/accounts/passkeys/schema.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";

/** Passkeys belong to the dashboard's host; answers given on any other origin, docs hosts below it included, are refused. */
const { origin, hostname } = new URL(env.DASHBOARD_URL);

/** Takes the challenge that was signed and says whether it is one of ours, not used yet. */
type Spend = (challenge: string) => Promise<boolean>;

export type StoredPasskey = {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: bigint;
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** What a browser needs to make a passkey: one that knows whose it is, and asks its owner every time. */
export const creationOptions = (
  user: { id: number; username: string },
  known: readonly Uint8Array[],
): Promise<{ challenge: string }> =>
  generateRegistrationOptions({
    rpName: "Lectern",
    rpID: hostname,
    userName: user.username,
    userID: new TextEncoder().encode(`lectern-user-${user.id}`),
    attestationType: "none",
    excludeCredentials: known.map((id) => ({ id: base64url(id) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

/** What a browser needs to log in with whichever passkey its owner picks. */
export const requestOptions = (): Promise<{ challenge: string }> =>
  generateAuthenticationOptions({ rpID: hostname, userVerification: "required" });

/** The passkey a browser has made, or null when its answer is not genuine. */
export async function readAttestation(
  { id, response }: PasskeyAttestation,
  spend: Spend,
): Promise<StoredPasskey | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(refused);
  if (!registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Uint8Array.from(credential.publicKey),
    counter: BigInt(credential.counter),
  };
}

/** The counter of a passkey after this answer, or null when the answer is not genuine. */
export async function readAnswer(
  { id, response }: PasskeyAnswer,
  passkey: StoredPasskey,
  spend: Spend,
): Promise<bigint | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: base64url(passkey.credentialId),
      publicKey: passkey.publicKey,
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => ({ ...refused(error), authenticationInfo: undefined }));
  return verified && authenticationInfo ? BigInt(authenticationInfo.newCounter) : null;
}

/** The library throws for what is wrong with an answer; all of it is one refusal to us. */
function refused(error: unknown): { verified: false; registrationInfo?: never } {
  log.debug({ err: error }, "a passkey's answer was refused");
  return { verified: false };
}
