import { FieldGroup } from "#components/form/field.tsx";
import type { Team } from "./members-api.ts";

export const teamAccessNames = { admin: "Admin", readonly: "Read only" } as const;
export const teamAccessHints = {
  admin: "Change everything in its projects.",
  readonly: "Read private documentation and see builds.",
} as const;

/** Which of an organization's teams: a list of check boxes named `teams`. */
export function TeamChoice({ teams, chosen = [] }: { teams: readonly Team[]; chosen?: readonly string[] }) {
  return (
    <FieldGroup name="teams" label="Teams">
      <div className="max-h-64 space-y-1 overflow-y-auto rounded-control border p-2">
        {teams.map((team) => (
          <label key={team.slug} className="flex gap-2.5 rounded-control p-1 hover:bg-subtle">
            <input
              type="checkbox"
              name="teams"
              value={team.slug}
              defaultChecked={chosen.includes(team.slug)}
              className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-6"
            />
            <span className="min-w-0">
              <bdi className="block font-medium break-words">{team.name}</bdi>
              <span className="block text-meta text-muted">{teamAccessHints[team.access]}</span>
            </span>
          </label>
        ))}
        {teams.length === 0 && <p className="p-1 text-muted">There are no teams yet.</p>}
      </div>
    </FieldGroup>
  );
}
