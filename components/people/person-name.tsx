import { Chip } from "#components/ui/chip.tsx";

type Named = { username: string; first_name?: string; last_name?: string };

/** Somebody in a list: the username, the name beside it where there is one, and whether it is the reader. */
export function PersonName({ person, me }: { person: Named; me: string }) {
  const full = `${person.first_name ?? ""} ${person.last_name ?? ""}`.trim();
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="text-body font-medium break-all">{person.username}</bdi>
        {person.username === me && <Chip tone="info">You</Chip>}
      </span>
      {full !== "" && (
        // A block of its own would stand at the other side of its column where it is written from right to left.
        <span className="block break-words text-muted">
          <bdi>{full}</bdi>
        </span>
      )}
    </span>
  );
}
