/** A browser that has opened a link or given a password, as docs hosts know it. */
export interface DocsShareSession {
  readonly id: string;
  readonly shareId: number;
  readonly recipientId: number | null;
  /** It lasts while this secret does. */
  readonly secretId: number;
  /** The only host it counts on, port included. */
  readonly host: string;
}
