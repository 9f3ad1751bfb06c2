import type { ShareType } from "#lib/sharing/schema.ts";
import { dayText, reachText, whoText } from "./share-words.ts";

export type SentenceParts = {
  type: ShareType;
  project: string;
  allVersions: boolean;
  versions: readonly string[];
  patterns: readonly string[];
  pathPrefixes: readonly string[];
  expires: string;
  forRecipients: boolean;
};

/** Who can read what until when, before and after a share is made. */
export function Sentence({ parts }: { parts: SentenceParts }) {
  const until = dayText(parts.expires);
  return (
    <>
      {parts.forRecipients ? "Each recipient can read" : whoText[parts.type]}{" "}
      <strong>{reachText(parts)}</strong> of <strong dir="auto">{parts.project}</strong>
      {parts.pathPrefixes.length > 0 && (
        <>
          {" "}
          below <strong className="wrap-anywhere">{parts.pathPrefixes.join(", ")}</strong>
        </>
      )}
      {until && (
        <>
          {" "}
          until the end of <strong>{until}</strong> (UTC)
        </>
      )}
      .
    </>
  );
}
