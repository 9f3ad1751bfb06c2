"use client";

import { CopyButton } from "#components/ui/copy-field.tsx";

const start = `version: 2

build:
  os: ubuntu-24.04
  tools:
    python: "3"
`;
const examples = [
  { tool: "Sphinx", text: `${start}\nsphinx:\n  configuration: docs/conf.py\n` },
  { tool: "MkDocs", text: `${start}\nmkdocs:\n  configuration: mkdocs.yml\n` },
];

/** What a repository without a configuration file can begin with. */
export function FirstConfiguration() {
  return (
    <div className="mt-2 grid gap-3 sm:grid-cols-2">
      {examples.map(({ tool, text }) => (
        <figure key={tool} className="min-w-0 rounded-control border bg-surface">
          <figcaption className="flex items-center justify-between gap-2 border-b px-3 py-1.5 text-meta">
            .readthedocs.yaml for {tool} <CopyButton text={text} label={`Copy for ${tool}`} />
          </figcaption>
          <pre className="overflow-x-auto px-3 py-2 font-mono text-code">{text}</pre>
        </figure>
      ))}
    </div>
  );
}
