import type { SavedShare } from "#lib/sharing/commands.ts";
import type { Share } from "#lib/sharing/queries.ts";
import type { IssuedRecipient } from "#lib/sharing/recipients/commands.ts";
import type { Recipient } from "#lib/sharing/recipients/queries.ts";
import { type LinkHolder, recordReveals } from "#lib/sharing/secrets/commands.ts";

/** As `tells` of an endpoint's input. */
type Tells = (field: string) => boolean;

/** Links are told in answers that have these, and somebody looks who read them (decision D1 of the dashboard). */
const tellsLinks = (tells: Tells): boolean => tells("token") || tells("url");

const holderOf = ({ id, description }: Share): LinkHolder => ({
  subjectKind: "share",
  subjectId: id,
  subjectLabel: description,
});

/** The shares, after it was written down that their links are read again, where they are. */
export async function revealed<S extends Share>(shares: readonly S[], tells: Tells): Promise<readonly S[]> {
  const [first] = shares;
  if (first && tellsLinks(tells))
    await recordReveals(first.project, shares.filter(({ link }) => link !== null).map(holderOf));
  return shares;
}

/** The same of a share after a change; a link the change made is no secret told again. */
export async function revealedChange(saved: SavedShare, tells: Tells): Promise<SavedShare> {
  if (saved.issued.link === null) await revealed([saved.share], tells);
  return saved;
}

/** The same of recipients of one share. */
export async function revealedRecipients<R extends Recipient>(
  recipients: readonly R[],
  tells: Tells,
): Promise<readonly R[]> {
  const [first] = recipients;
  if (first && tellsLinks(tells)) {
    const holders = recipients
      .filter(({ link }) => link !== null)
      .map(
        ({ id, name, share }): LinkHolder => ({
          subjectKind: "share_recipient",
          subjectId: id,
          subjectLabel: `${share.description}: ${name}`,
        }),
      );
    await recordReveals(first.share.project, holders);
  }
  return recipients;
}

/** The same of a recipient after a change. */
export async function revealedRotation(rotated: IssuedRecipient, tells: Tells): Promise<IssuedRecipient> {
  if (rotated.issued.link === null) await revealedRecipients([rotated.recipient], tells);
  return rotated;
}
