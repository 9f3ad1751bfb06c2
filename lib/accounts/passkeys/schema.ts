import { z } from "zod";
import { text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

/** Bytes as the browser's own `toJSON` writes them: base64url. */
const bytes = z
  .string()
  .max(65_536)
  .regex(/^[\w-]+$/);

/** What `navigator.credentials.create` gave: a new key pair's public half. */
const attestation = z
  .object({
    id: bytes,
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
  })
  .meta({ id: "PasskeyAttestation" });
export type PasskeyAttestation = z.output<typeof attestation>;

/** What `navigator.credentials.get` gave: a challenge signed by somebody's passkey. */
export const passkeyAnswer = z
  .object({
    id: bytes,
    response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  })
  .meta({ id: "PasskeyAnswer" });
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const passkeyInput = z
  .object({ name: text({ max: 100 }), passkey: attestation })
  .meta({ id: "PasskeyInput" });
export type PasskeyInput = z.output<typeof passkeyInput>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export const passkeyOptionsJson = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: "PasskeyOptions" });

export const passkeyJson = z
  .object({
    id: z.int(),
    name: z.string(),
    created: moment,
    last_used: moment.nullable(),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "Passkey" });
export type PasskeyJson = z.infer<typeof passkeyJson>;

export const newPasskeyJson = passkeyJson
  .extend({ recovery_codes: z.array(z.string()) })
  .meta({ id: "NewPasskey" });
