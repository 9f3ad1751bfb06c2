import { CircleCheck, CircleSlash, Clock, TriangleAlert } from "lucide-react";
import { Chip } from "#components/ui/chip.tsx";
import { Time } from "#components/ui/time.tsx";
import { dayMs, daysBetween } from "#lib/sharing/rules/lifetime.ts";
import type { Share } from "./api.ts";
import { todayUtc } from "./share-words.ts";

const soonDays = 3;
const idleMs = 60 * dayMs;

/** What state a share is in: a word, a sign and a colour, and what is odd about it. */
export function ShareStatus({ share }: { share: Share }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Mark share={share} />
      {share.status === "live" && <Hint share={share} />}
    </span>
  );
}

function Mark({ share }: { share: Share }) {
  if (share.status === "revoked") return <Chip icon={CircleSlash}>Revoked</Chip>;
  if (share.status === "expired") return <Chip icon={Clock}>Expired</Chip>;
  const left = daysBetween(todayUtc(), share.expires);
  if (left > soonDays)
    return (
      <Chip tone="success" icon={CircleCheck}>
        Active
      </Chip>
    );
  return (
    <Chip tone="warning" icon={TriangleAlert}>
      {left <= 0 ? "Ends today" : left === 1 ? "Ends tomorrow" : `Ends in ${left} days`}
    </Chip>
  );
}

function Hint({ share }: { share: Share }) {
  if (share.old_secret_until !== null) {
    return (
      <span className="text-tiny text-muted">
        Old secret works until <Time at={share.old_secret_until} />
      </span>
    );
  }
  if (share.first_used_at === null) return <span className="text-tiny text-muted">Not used yet</span>;
  const idle = share.last_used_at !== null && Date.now() - Date.parse(share.last_used_at) > idleMs;
  return idle ? <span className="text-tiny text-muted">Unused for 60 days</span> : null;
}
