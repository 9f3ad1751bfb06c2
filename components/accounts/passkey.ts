import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError, api } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";

/** Whether this browser knows passkeys at all. */
export const canUsePasskeys = (): boolean =>
  typeof window !== "undefined" && window.PublicKeyCredential !== undefined;

/** What the browser's own dialog ends with when its owner closes it, waits too long or has no passkey for this site. */
const unused = (error: unknown): never => {
  const known = error instanceof Error && error.name === "InvalidStateError";
  const text = known
    ? "This device has a passkey for your account already."
    : "No passkey was used. Try again, or use another way.";
  throw new ApiError(400, text, {}, null);
};

/** Lets the person pick a passkey and prove with it who they are. */
export async function askPasskey(): Promise<Schema<"PasskeyAnswer">> {
  const { options } = await api.post("/api/v3/account/passkey-challenge/", {});
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({
    // The API hands on what the library's other half has made.
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  }).catch(unused);
  return { id, response };
}

/** Lets the person make a passkey on this device or on another one. */
export async function makePasskey(): Promise<Schema<"PasskeyInput">["passkey"]> {
  const { options } = await api.post("/api/v3/account/two-factor/passkeys/options/", {});
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, response } = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch(unused);
  return { id, response };
}
