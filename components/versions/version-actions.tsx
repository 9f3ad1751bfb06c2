"use client";

import { CirclePower, Ellipsis, Eye, EyeOff, FileText, Globe, Lock, Settings, Star } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import { StartBuild } from "#components/builds/start-build.tsx";
import { useSetDefault } from "#components/projects/api.ts";
import { Confirmation, type Question } from "#components/shell/confirm.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { MenuButton, type MenuItem } from "#components/ui/menu-button.tsx";
import { say } from "#components/ui/toast.ts";
import { paths } from "#lib/paths.ts";
import { ActivateVersion } from "./activate-version.tsx";
import { useHideVersion, useUpdateVersion, type VersionWithBuild } from "./api.ts";
import { useDeactivation } from "./deactivation.tsx";

type OfVersion = { project: string; version: VersionWithBuild };

/** What can be done with a version where it stands in the list. A refusal stands beside the buttons. */
export function VersionActions({
  project,
  version,
  isDefault,
  business,
}: OfVersion & { isDefault: boolean; business: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <span className="inline-flex flex-wrap items-center sm:justify-end gap-1 sm:flex-nowrap">
      {problem && (
        <span role="alert" className="text-meta text-danger">
          {problem}
        </span>
      )}
      {version.active ? (
        <StartBuild project={project} version={version.slug} />
      ) : (
        <ActivateVersion project={project} version={version} />
      )}
      <More
        project={project}
        version={version}
        isDefault={isDefault}
        business={business}
        onProblem={setProblem}
      />
    </span>
  );
}

function More({
  project,
  version,
  isDefault,
  business,
  onProblem,
}: OfVersion & { isDefault: boolean; business: boolean; onProblem: (problem: string | null) => void }) {
  const update = useUpdateVersion(project);
  const hiding = useHideVersion(project);
  const settings = useSetDefault(project);
  const deactivation = useDeactivation(project);
  const [question, setQuestion] = useState<Question | null>(null);
  const { slug, verbose_name: name, hidden } = version;
  const tell = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => onProblem(null),
      (error: unknown) => onProblem(errorMessage(error)),
    );
  const hide = (wanted: boolean): Promise<unknown> =>
    hiding
      .mutateAsync({ version: slug, hidden: wanted })
      .then(() => say(wanted ? `${name} is hidden` : `${name} is shown`, () => tell(hide(!wanted))));
  const makeDefault = async (): Promise<void> => {
    const before = await settings.mutateAsync(slug);
    await say(
      `${name} is the version that the project's address leads to`,
      before === undefined ? undefined : () => tell(settings.mutateAsync(before)),
    );
  };
  const changes: MenuItem[] = [
    {
      label: hidden ? "Show" : "Hide",
      icon: hidden ? Eye : EyeOff,
      onSelect: () => tell(hide(!hidden)),
    },
  ];
  const isOther = version.active && !isDefault;
  if (isOther) changes.push({ label: "Set as default", icon: Star, onSelect: () => tell(makeDefault()) });
  if (business)
    changes.push({
      ...(version.privacy_level === "public"
        ? { label: "Make private…", icon: Lock }
        : { label: "Make public…", icon: Globe }),
      onSelect: () => setQuestion(privacyQuestion(version, update.mutateAsync)),
    });
  if (isOther)
    changes.push({
      label: "Deactivate…",
      icon: CirclePower,
      onSelect: () => setQuestion(deactivation(version)),
    });
  return (
    <>
      <MenuButton
        trigger={(rest) => <IconButton icon={Ellipsis} label={`More for ${name}`} {...rest} />}
        groups={[
          [
            { label: "Details", icon: FileText, href: paths.version(project, slug) },
            { label: "Configure", icon: Settings, href: paths.versionSettings(project, slug) },
          ],
          changes,
        ]}
      />
      {question && <Confirmation question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

function privacyQuestion(
  version: VersionWithBuild,
  change: ReturnType<typeof useUpdateVersion>["mutateAsync"],
): Question {
  const wanted = version.privacy_level === "public" ? "private" : "public";
  return {
    title: `Make ${version.verbose_name} ${wanted}`,
    consequences: (
      <p>
        {wanted === "public"
          ? "Anyone can read it, search engines included."
          : "Only members of the project's teams and people it is shared with can read it. Others are stopped with their next click."}
      </p>
    ),
    keep: `Keep version ${version.privacy_level}`,
    verb: `Make ${wanted}`,
    act: async () => {
      await change({ version: version.slug, privacy_level: wanted });
      await say(`${version.verbose_name} is ${wanted}`);
    },
  };
}
