import { EyeOff, Lock, Star } from "lucide-react";
import { Chip } from "#components/ui/chip.tsx";
import type { VersionJson } from "#lib/versions/schema.ts";

/** What is special about a version: default, hidden, private, or a name that points to another. */
export function VersionMarks({
  version,
  isDefault,
}: {
  version: Pick<VersionJson, "hidden" | "privacy_level" | "ref" | "aliases">;
  isDefault: boolean;
}) {
  const target = version.ref ?? version.aliases[0]?.slug;
  return (
    <>
      {isDefault && (
        <Chip tone="info" icon={Star}>
          Default
        </Chip>
      )}
      {version.hidden && <Chip icon={EyeOff}>Hidden</Chip>}
      {version.privacy_level === "private" && <Chip icon={Lock}>Private</Chip>}
      {target && <span className="text-muted">→ {target}</span>}
    </>
  );
}
