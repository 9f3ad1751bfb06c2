/**
 * A page's bytes as text. Its encoding is, as in browsers, what its byte order mark says, else the Content-Type it came with, else
 * its own `meta` among the first 1024 bytes, else UTF-8. Bytes that fit nothing become replacement characters.
 */
export function decodePage(bytes: Uint8Array, contentType = ""): string {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label =
    markOf(start) ?? named(/;\s*charset\s*=\s*"?([^\s";]+)/i, contentType) ?? declared(start) ?? "utf-8";
  return decoderFor(label).decode(bytes);
}

/** A page can only say so itself in an encoding that leaves ASCII as it is, so UTF-16 there is a mistake. */
function declared(start: string): string | null {
  const label = named(/<meta\s[^>]*charset\s*=\s*["']?\s*([^\s"'/>;]+)/i, start);
  return label?.toLowerCase().startsWith("utf-16") ? "utf-8" : label;
}

function markOf(start: string): string | null {
  if (start.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (start.startsWith("\u00fe\u00ff")) return "utf-16be";
  return start.startsWith("\u00ff\u00fe") ? "utf-16le" : null;
}

const named = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null;

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
