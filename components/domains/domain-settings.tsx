"use client";

import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { CheckField, FieldGroup, SelectField, TextField } from "#components/form/field.tsx";
import { Form, FormEnd } from "#components/form/form.tsx";
import { textOf, useForm } from "#components/form/form-state.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { say } from "#components/ui/toast.ts";
import { headerNames } from "#lib/domains/rules/headers.ts";
import { type Domain, useUpdateDomain } from "./api.ts";
import { hstsOptions } from "./domain-words.ts";

/** What is sent with every answer on a domain: HTTPS and response headers, each saved by itself. */
export function DomainSettings({ domain }: { domain: Domain }) {
  return (
    <div className="space-y-5">
      <Https domain={domain} />
      <Headers domain={domain} />
    </div>
  );
}

function Https({ domain }: { domain: Domain }) {
  const update = useUpdateDomain({ project: domain.project, domain: domain.id });
  const [https, setHttps] = useState(domain.https);
  const form = useForm({
    read: (data) => ({
      https: domain.https || data.has("https"),
      hsts_max_age: Number(textOf(data, "hsts_max_age") || 0),
      hsts_include_subdomains: data.has("hsts_include_subdomains"),
      hsts_preload: data.has("hsts_preload"),
    }),
    submit: update.mutateAsync,
    done: () => say(`HTTPS of ${domain.domain} saved`),
  });
  return (
    <Card title="HTTPS">
      <Form form={form} label="HTTPS">
        {domain.https ? (
          <p className="text-muted">
            Always on: plain HTTP is redirected. It cannot be switched off again, because browsers may have
            been told to insist on it.
          </p>
        ) : (
          <CheckField
            name="https"
            label="Serve over HTTPS"
            hint="Plain HTTP is redirected. This cannot be taken back: a certificate must be there first."
            onChange={(event) => setHttps(event.target.checked)}
          />
        )}
        {https && (
          <>
            <SelectField
              name="hsts_max_age"
              label="Browsers insist on HTTPS for (HSTS)"
              options={hstsOptions(domain.hsts_max_age)}
              defaultValue={String(domain.hsts_max_age)}
              hint="A browser that was told so refuses plain HTTP until then, whatever the server says later."
            />
            <CheckField
              name="hsts_include_subdomains"
              label="Also for all names below this one"
              defaultChecked={domain.hsts_include_subdomains}
            />
            <CheckField
              name="hsts_preload"
              label="Allow browsers to ship with this rule (preload)"
              defaultChecked={domain.hsts_preload}
            />
          </>
        )}
        <FormEnd submit="Save HTTPS" />
      </Form>
    </Card>
  );
}

type Line = { key: number; name: string; value: string; secureOnly: boolean; added?: true };
const options = headerNames.map((name) => ({ value: name, label: name }));

function Headers({ domain }: { domain: Domain }) {
  const update = useUpdateDomain({ project: domain.project, domain: domain.id });
  const [lines, setLines] = useState<readonly Line[]>(() =>
    domain.headers.map(({ name, value, secure_only }, key) => ({
      key,
      name,
      value,
      secureOnly: secure_only,
    })),
  );
  const form = useForm({
    read: (data) => ({
      headers: lines.map((_, at) => ({
        name: textOf(data, `headers.${at}.name`),
        value: textOf(data, `headers.${at}.value`),
        secure_only: data.has(`headers.${at}.secure_only`),
      })),
    }),
    submit: update.mutateAsync,
    done: () => say(`Headers of ${domain.domain} saved`),
  });
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    const unused = headerNames.find((name) => !lines.some((line) => line.name === name));
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    setLines([...lines, { key, name: unused ?? headerNames[0], value: "", secureOnly: false, added: true }]);
  };
  const remove = (key: number): void => {
    setLines(lines.filter((line) => line.key !== key));
    addButton.current?.focus();
  };
  return (
    <Card title="Response headers" description="Sent with every answer on this domain.">
      <Form form={form} label="Response headers">
        <FieldGroup name="headers" label="Headers">
          {lines.length === 0 && <p className="text-muted">None.</p>}
          <ul className="space-y-4">
            {lines.map((line, at) => (
              <li key={line.key} className="flex items-start gap-2 border-t pt-3 first:border-t-0 first:pt-0">
                <div className="min-w-0 flex-1 space-y-2">
                  <div className="grid gap-2 sm:grid-cols-2">
                    <SelectField
                      name={`headers.${at}.name`}
                      label="Header"
                      options={options}
                      value={line.name}
                      // A line somebody asked for is where they go on.
                      autoFocus={line.added}
                      onChange={(event) =>
                        setLines(
                          lines.map((other) =>
                            other.key === line.key ? { ...other, name: event.target.value } : other,
                          ),
                        )
                      }
                    />
                    <TextField
                      name={`headers.${at}.value`}
                      label="Value"
                      mono
                      maxLength={4096}
                      defaultValue={line.value}
                      autoComplete="off"
                      spellCheck={false}
                    />
                  </div>
                  <CheckField
                    name={`headers.${at}.secure_only`}
                    label="Only over HTTPS"
                    defaultChecked={line.secureOnly}
                  />
                </div>
                <IconButton
                  icon={X}
                  label={`Remove ${line.name}`}
                  className="mt-6"
                  onClick={() => remove(line.key)}
                />
              </li>
            ))}
          </ul>
        </FieldGroup>
        <Button ref={addButton} small icon={Plus} onClick={add} disabled={lines.length >= headerNames.length}>
          Add header
        </Button>
        <FormEnd submit="Save headers" />
      </Form>
    </Card>
  );
}
