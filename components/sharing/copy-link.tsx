"use client";

import { Copy } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/clipboard.ts";
import { say } from "#components/ui/toast.ts";

/** Copies a link that is fetched when it is wanted, so that it stands in no page. */
export function CopyLink({
  of,
  fetchLink,
  onProblem,
}: {
  /** Whose link it is, as people read it. */
  of: string;
  /** Null where it cannot be read again. */
  fetchLink: () => Promise<string | null>;
  onProblem: (problem: string | null) => void;
}) {
  const copy = async (): Promise<void> => {
    let readable = true;
    const link = fetchLink().then((found) => {
      readable = found !== null;
      return found ?? Promise.reject(new Error("no link"));
    });
    try {
      await copyText(link);
      onProblem(null);
      await say(`Link of ${of} copied`);
    } catch {
      onProblem(readable ? "Not copied. Try again." : "This link cannot be shown again. Replace it instead.");
    }
  };
  return <IconButton icon={Copy} label={`Copy link of ${of}`} onClick={copy} />;
}
