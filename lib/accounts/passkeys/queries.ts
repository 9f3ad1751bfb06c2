import type { Prisma } from "#prisma/client/client.ts";

export const passkeyFields = {
  id: true,
  name: true,
  created: true,
  lastUsedAt: true,
} as const satisfies Prisma.PasskeySelect;

export type Passkey = Prisma.PasskeyGetPayload<{ select: typeof passkeyFields }>;
