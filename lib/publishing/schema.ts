import type { PrivacyLevel, VersioningScheme } from "#lib/projects/schema.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";
import type { DocsShare } from "#lib/sharing/schema.ts";

/** Where published documentation lives: suffixes may carry a port (`docs.localhost:3000`). */
export interface DocsHosts {
  readonly scheme: "http" | "https";
  readonly docsDomain: string;
  readonly previewDomain: string;
}

/** What decides a project's addresses (spec/serving.md 4). Prefixes are null or look like `/guide/`. */
export interface AddressProject {
  readonly slug: string;
  readonly language: string;
  readonly scheme: VersioningScheme;
  readonly customPrefix: string | null;
  readonly subprojectPrefix: string | null;
  /** The verified domain its addresses carry instead of the platform's. */
  readonly domain: CanonicalDomain | null;
  /** The project this one translates. */
  readonly main: AddressProject | null;
  /** The project this one is a part of, and its name there. */
  readonly parent: { readonly project: AddressProject; readonly alias: string } | null;
}

export interface CanonicalDomain {
  readonly host: string;
  readonly https: boolean;
}

/** A verified domain of a project's own, with what is sent on it. */
export interface DocsDomain extends CanonicalDomain {
  readonly canonical: boolean;
  readonly hsts: { readonly seconds: number; readonly subdomains: boolean; readonly preload: boolean };
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
    readonly secureOnly: boolean;
  }[];
}

/** An enabled redirect of a project's own, as stored (spec/serving.md 10). */
export interface RedirectRule {
  readonly id: number;
  readonly position: number;
  readonly type: RedirectType;
  readonly fromUrl: string;
  readonly toUrl: string;
  readonly status: 301 | 302;
  readonly force: boolean;
}

/** A version as docs hosts see it. */
export interface DocsVersion {
  readonly id: number;
  readonly slug: string;
  readonly active: boolean;
  readonly hidden: boolean;
  /** For a pull-request preview this is the project's level for previews. */
  readonly privacy: PrivacyLevel;
  /** The build being served; null means nothing is published. */
  readonly buildId: number | null;
  readonly publishedAt: Date | null;
  /** Built from a pull request, on a host of its own. */
  readonly preview: boolean;
}

/** A project with everything an address on its hosts can name. */
export interface DocsProject extends AddressProject {
  readonly id: number;
  /** As configured; no such version may exist. */
  readonly defaultVersion: string;
  readonly main: DocsProject | null;
  readonly parent: { readonly project: DocsProject; readonly alias: string } | null;
  /** Branches and tags by slug. */
  readonly versions: ReadonlyMap<string, DocsVersion>;
  /** Pull-request previews by slug. */
  readonly previews: ReadonlyMap<string, DocsVersion>;
  /** By language, without the project's own. */
  readonly translations: ReadonlyMap<string, DocsProject>;
  /** By alias. */
  readonly subprojects: ReadonlyMap<string, DocsProject>;
  /** Ids of the people who may read everything of this project. */
  readonly readers: ReadonlySet<number>;
  /** Search engines are asked to stay away. */
  readonly noindex: boolean;
  /** By host. */
  readonly domains: ReadonlyMap<string, DocsDomain>;
  /** In the order they are tried. */
  readonly redirects: readonly RedirectRule[];
  /** Live when the site was read, by id. */
  readonly shares: ReadonlyMap<number, DocsShare>;
}

/** What a docs path means (spec/serving.md 6). Paths and file names are percent-decoded. */
export type Resolution =
  | {
      readonly kind: "match";
      readonly project: DocsProject;
      readonly version: DocsVersion;
      readonly filename: string;
    }
  | { readonly kind: "invalid_path"; readonly project: DocsProject; readonly path: string }
  | { readonly kind: "translation_without_version"; readonly project: DocsProject; readonly language: string }
  | {
      readonly kind: "translation_not_found";
      readonly project: DocsProject;
      readonly language: string;
      readonly version: string | null;
      readonly filename: string;
    }
  | {
      readonly kind: "version_not_found";
      readonly project: DocsProject;
      readonly version: string;
      readonly filename: string;
    }
  | {
      readonly kind: "preview_mismatch";
      readonly project: DocsProject;
      readonly version: string;
      readonly hostVersion: string;
    };
