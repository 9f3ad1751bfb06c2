import { notFound } from "next/navigation";

/** What a name in brackets stands for in a page's address, which Next hands over as it was written; 404 for what is none. */
export function namedIn(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}
