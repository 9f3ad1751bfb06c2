import { CircleAlert, CircleCheck, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import { Chip } from "#components/ui/chip.tsx";
import type { DomainState } from "#lib/domains/schema.ts";
import { stateWords } from "./domain-words.ts";

const icons: Record<DomainState, LucideIcon> = {
  pending: Clock,
  verified: CircleCheck,
  failed: CircleAlert,
  expired: TriangleAlert,
};

/** How far the proof of a domain is, in one word. */
export function DomainStateChip({ state, large = false }: { state: DomainState; large?: boolean }) {
  const { tone, text } = stateWords[state];
  return (
    <Chip tone={tone} icon={icons[state]} large={large}>
      {text}
    </Chip>
  );
}
