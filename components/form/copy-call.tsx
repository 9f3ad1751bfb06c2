"use client";

import { CopyButton } from "#components/ui/copy-field.tsx";
import { curlCall } from "./curl-call.ts";
import { useFormHandle } from "./form-state.ts";

/**
 * Copies what sending the form around it would ask of the API, as a command with `$TOKEN` in place of a token. `read` is the form's
 * own.
 */
export function CopyCall({
  method,
  path,
  read,
}: {
  method: "POST" | "PUT" | "PATCH";
  path: string;
  read: (data: FormData) => object;
}) {
  const form = useFormHandle();
  return (
    <CopyButton
      look="ghost"
      label="Copy as API call"
      text={() =>
        curlCall(method, `${location.origin}${path}`, read(new FormData(form?.ref.current ?? undefined)))
      }
    />
  );
}
