import { hash, verify } from "@node-rs/argon2";

/** Argon2id with the parameters OWASP names first: 19 MiB, two rounds. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** What an unknown name is compared with, so that it takes as long as a known one. Made on first use. */
let stranger: Promise<string> | undefined;

/** Whether the password belongs to the hash. Without a hash it takes the same time and is never right. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword("nobody has this password");
  const right = await verify(stored ?? (await stranger), password);
  return right && stored !== null;
}
