"use client";

import { stringify } from "yaml";
import { CopyButton } from "#components/ui/copy-field.tsx";

/** A value as YAML, to read and to take away. A module of its own because the library is loaded only when it is needed. */
export default function YamlText({ value }: { value: unknown }) {
  const text = stringify(value, { lineWidth: 0 });
  return (
    <>
      <pre className="w-full rounded-control bg-subtle p-3 text-code leading-5 break-words whitespace-pre-wrap">
        {text}
      </pre>
      <CopyButton text={text} label="Copy YAML" />
    </>
  );
}
