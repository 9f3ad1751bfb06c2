import { piecesOf } from "./redirect-words.ts";

/** An address in which what stands for something else has another colour. */
export const AddressText = ({ address }: { address: string }) => (
  <code dir="ltr" className="break-all">
    {piecesOf(address).map(({ at, text, marked }) => (
      <span key={at} className={marked ? "text-running" : undefined}>
        {text}
      </span>
    ))}
  </code>
);
