"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { sharesResource } from "#components/sharing/api.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { say } from "#components/ui/toast.ts";
import { type Domain, useRemoveDomain } from "./api.ts";

/** Gives a domain up, after saying what stops and what to do before. */
export function RemoveDomain({
  domain,
  business,
  small = false,
  onRemoved,
}: {
  domain: Domain;
  business: boolean;
  small?: boolean;
  onRemoved: () => void;
}) {
  const { project, domain: host } = domain;
  const remove = useRemoveDomain({ project, domain: domain.id });
  const leading = domain.canonical && domain.state === "verified";
  const { data: shares } = useQuery({
    ...sharesResource(project, {}, 1),
    enabled: business && leading,
  });
  const links = shares?.count ?? 0;
  return (
    <ConfirmButton
      icon={Trash2}
      look={small ? "ghost" : "secondary"}
      small={small}
      question={{
        title: `Remove ${host}?`,
        consequences: (
          <ul className="list-disc space-y-1 ps-5">
            {domain.state === "verified" && <li>Nothing is served at {host} any more, at once.</li>}
            {leading && <li>Links and search results lead to the project's other address.</li>}
            {links > 0 && (
              <li>
                {links === 1 ? "The link of 1 share uses" : `The links of ${links} shares use`} this domain
                and stop working. Copy them again afterwards.
              </li>
            )}
            <li>
              Remove its DNS record first: one that still leads here invites somebody else to claim the
              domain.
            </li>
            <li>To use it again later, the domain has to be proven again.</li>
          </ul>
        ),
        keep: "Keep domain",
        verb: "Remove domain",
        act: async () => {
          await remove.mutateAsync();
          void say(`${host} removed`);
          onRemoved();
        },
      }}
    >
      Remove{small ? <span className="sr-only"> {host}</span> : " domain"}
    </ConfirmButton>
  );
}
