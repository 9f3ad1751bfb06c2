"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#components/api-client.ts";
import type { Schema } from "#components/api-operations.ts";
import { TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { ConfirmButton } from "#components/shell/confirm.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Time } from "#components/ui/time.tsx";
import { say } from "#components/ui/toast.ts";
import {
  deployKeyResource,
  knownHostsResource,
  repositoryTokenResource,
  useCreateDeployKey,
  useDeleteDeployKey,
  useDeleteRepositoryToken,
  useForgetHost,
  useSetRepositoryToken,
} from "./private-repository-api.ts";

function LastUsed({ at }: { at: string | null }) {
  return at ? (
    <>
      last used <Time at={at} />
    </>
  ) : (
    <>never used</>
  );
}

function DeployKeyCard({ project, initial }: { project: string; initial: Schema<"DeployKey"> | null }) {
  const { data: key } = useQuery({ ...deployKeyResource(project), initialData: initial });
  return (
    <Card
      title="Deploy key"
      description="For a repository that is fetched over SSH: git@host:path or ssh://…"
    >
      {key ? <PresentKey project={project} deployKey={key} /> : <NoKey project={project} />}
    </Card>
  );
}

function NoKey({ project }: { project: string }) {
  const create = useCreateDeployKey(project);
  const [refusal, setRefusal] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    setRefusal(null);
    try {
      await create.mutateAsync();
      await say("Deploy key made");
    } catch (error) {
      setRefusal(errorMessage(error));
    }
  };
  return (
    <div className="space-y-3">
      <p className="text-muted">
        The key is made here and its private part never leaves the server. You give the public part to the
        repository's host, for reading only.
      </p>
      {refusal && (
        <Callout tone="danger" live>
          {refusal}
        </Callout>
      )}
      <Button look="primary" icon={KeyRound} pending={create.isPending} onClick={make}>
        Make a deploy key
      </Button>
    </div>
  );
}

function PresentKey({ project, deployKey }: { project: string; deployKey: Schema<"DeployKey"> }) {
  const create = useCreateDeployKey(project);
  const remove = useDeleteDeployKey(project);
  return (
    <div className="space-y-3">
      <CopyField label="Public key" value={deployKey.public_key} />
      <p className="text-meta text-muted">
        <code className="break-all">{deployKey.fingerprint}</code>, made <Time at={deployKey.created} />,{" "}
        <LastUsed at={deployKey.last_used} />. Add it to the repository's deploy keys without the right to
        write: builds refuse a key that may push.
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          question={{
            title: "Replace the deploy key",
            consequences: <p>Builds cannot fetch the repository until its host knows the new key.</p>,
            keep: "Keep the key",
            verb: "Replace key",
            act: async () => {
              await create.mutateAsync();
              await say("Deploy key replaced");
            },
          }}
        >
          Replace key…
        </ConfirmButton>
        <ConfirmButton
          look="danger"
          question={{
            title: "Delete the deploy key",
            consequences: <p>Builds cannot fetch the repository over SSH any more.</p>,
            keep: "Keep the key",
            verb: "Delete key",
            act: async () => {
              await remove.mutateAsync();
              await say("Deploy key deleted");
            },
          }}
        >
          Delete key…
        </ConfirmButton>
      </div>
    </div>
  );
}

function TokenCard({ project, initial }: { project: string; initial: Schema<"RepositoryToken"> | null }) {
  const { data: token } = useQuery({ ...repositoryTokenResource(project), initialData: initial });
  const set = useSetRepositoryToken(project);
  const form = useForm({
    read: (data) => ({ username: textOf(data, "username"), token: textOf(data, "token") }),
    submit: set.mutateAsync,
    done: () => {
      form.ref.current?.reset();
      void say("Repository token saved");
    },
  });
  return (
    <Card title="Token" description="For a repository that is fetched over https://">
      <div className="space-y-4">
        {token && <PresentToken project={project} token={token} />}
        <Form form={form} label="Repository token">
          <TextField
            name="username"
            label="User name"
            optional
            hint="Most hosts take any name beside a token."
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            name="token"
            label={token ? "New token" : "Token"}
            type="password"
            hint="It needs to read the repository and nothing else. It is stored encrypted and never shown again."
            autoComplete="new-password"
            required
          />
          <FormEnd submit={token ? "Replace token" : "Save token"} />
        </Form>
      </div>
    </Card>
  );
}

function PresentToken({ project, token }: { project: string; token: Schema<"RepositoryToken"> }) {
  const remove = useDeleteRepositoryToken(project);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[48ch]">
        <code>
          {token.username} …{token.last_four}
        </code>{" "}
        <span className="text-muted">
          is sent to <span className="break-all">{token.origin}</span> only, <LastUsed at={token.last_used} />
          .
        </span>
      </p>
      <ConfirmButton
        look="danger"
        question={{
          title: "Delete the token",
          consequences: <p>Builds fetch the repository without credentials from now on.</p>,
          keep: "Keep token",
          verb: "Delete token",
          act: async () => {
            await remove.mutateAsync();
            await say("Repository token deleted");
          },
        }}
      >
        Delete token…
      </ConfirmButton>
    </div>
  );
}

function KnownHosts({ project }: { project: string }) {
  const { data } = useQuery(knownHostsResource(project));
  if (!data || data.count === 0) return null;
  return (
    <Card title="Pinned hosts" description="SSH hosts, with the keys they showed when they were first seen">
      <ul className="space-y-4">
        {data.results.map((host) => (
          <KnownHost key={host.id} project={project} host={host} />
        ))}
      </ul>
    </Card>
  );
}

function KnownHost({ project, host }: { project: string; host: Schema<"KnownHost"> }) {
  const forget = useForgetHost(project);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium break-all">{host.host}</p>
        {host.keys.map(({ type, fingerprint }) => (
          <p key={fingerprint} className="text-meta break-all text-muted">
            {type} <code>{fingerprint}</code>
          </p>
        ))}
      </div>
      <ConfirmButton
        label={`Forget ${host.host}`}
        question={{
          title: `Forget ${host.host}`,
          consequences: (
            <p>
              The next build pins whatever key the host shows then. Do this when the host has announced a new
              key.
            </p>
          ),
          keep: "Keep it pinned",
          verb: "Forget host",
          act: async () => {
            await forget.mutateAsync(host.id);
            await say(`${host.host} forgotten`);
          },
        }}
      >
        Forget…
      </ConfirmButton>
    </li>
  );
}

/** What a private repository is fetched with: a key, a token, and the hosts that are trusted. */
export function PrivateRepository(props: {
  project: string;
  deployKey: Schema<"DeployKey"> | null;
  token: Schema<"RepositoryToken"> | null;
}) {
  const { project, deployKey, token } = props;
  return (
    <>
      <DeployKeyCard project={project} initial={deployKey} />
      <TokenCard project={project} initial={token} />
      <KnownHosts project={project} />
    </>
  );
}
