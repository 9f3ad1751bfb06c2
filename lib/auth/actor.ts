import type { Actor } from "#lib/access/schema.ts";
import { clientAddress } from "#lib/platform/peer/peer.ts";

export async function currentActor(headers: Headers): Promise<{ actor: Actor; viaCookie: boolean }> {
  return {
    actor: { kind: "visitor", address: clientAddress(headers), client: headers.get("user-agent") ?? "" },
    viaCookie: true,
  };
}
