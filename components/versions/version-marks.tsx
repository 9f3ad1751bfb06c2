import { EyeOff, Lock, Star, Unlink } from "lucide-react";
import type { Schema } from "#components/api-operations.ts";
import { Chip } from "#components/ui/chip.tsx";

/** What is special about a version: default, hidden, private, without a branch or tag, or a name that points to another. */
export function VersionMarks({
  version,
  isDefault,
}: {
  version: Pick<Schema<"Version">, "hidden" | "privacy_level" | "ref" | "aliases" | "type"> & {
    source: Schema<"VersionSource">;
  };
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
      {version.source.missing_since && (
        <Chip tone="warning" icon={Unlink}>
          {version.type === "tag" ? "Tag is gone" : "Branch is gone"}
        </Chip>
      )}
      {target && <span className="text-muted">→ {target}</span>}
    </>
  );
}
