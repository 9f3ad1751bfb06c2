import {
  businessProjectAdmin,
  type Gate,
  named,
  projectAdmin,
  projectViewer,
} from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import { signedIn } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { openBuild } from "#lib/builds/queries.ts";
import { openDomain } from "#lib/domains/queries.ts";
import { forbidden } from "#lib/platform/errors.ts";
import { readId } from "#lib/platform/wire/ids.ts";
import { openDeletedProject } from "#lib/projects/deleted/queries.ts";
import { openEnvironmentVariable } from "#lib/projects/environment-variables/queries.ts";
import { openPerson } from "#lib/projects/people/queries.ts";
import { mayImport } from "#lib/projects/policy.ts";
import { findProject, openProject } from "#lib/projects/queries.ts";
import { openSubproject } from "#lib/projects/subprojects/queries.ts";
import { openRedirect } from "#lib/redirects/queries.ts";
import { openShare } from "#lib/sharing/queries.ts";
import { openVersion } from "#lib/versions/queries.ts";

export const projectImporter = {
  name: "project:import",
  open: (actor: Actor) => {
    const person = signedIn(actor);
    if (!mayImport(person)) throw forbidden();
    return { actor: person };
  },
} satisfies Gate<object>;

/** A project as somebody with an account sees it, for what they keep about it. */
export const projectReader = {
  name: "project:reader",
  open: async (actor: Actor, params: Params) => ({
    person: signedIn(actor),
    project: await openProject(actor, named(params, "project"), "view"),
  }),
} satisfies Gate<object>;

/** A project that was deleted, for whoever may restore it. */
export const deletedProjectAdmin = {
  name: "project:deleted:admin",
  open: async (actor: Actor, params: Params) => ({
    project: await openDeletedProject(signedIn(actor), named(params, "project")),
  }),
} satisfies Gate<object>;

export const versionViewer = {
  name: "version:view",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectViewer.open(actor, params);
    return { project, version: await openVersion(project, named(params, "version"), "view") };
  },
} satisfies Gate<object>;

/** Like `versionViewer`, for what pull-request versions have, too. */
export const previewViewer = {
  name: "version:preview:view",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectViewer.open(actor, params);
    return {
      project,
      version: await openVersion(project, named(params, "version"), "view", { external: true }),
    };
  },
} satisfies Gate<object>;

export const versionAdmin = {
  name: "version:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    return { project, version: await openVersion(project, named(params, "version"), "admin") };
  },
} satisfies Gate<object>;

/** Like `versionAdmin`, for what may also be done with a pull-request version: building it. */
export const versionBuilder = {
  name: "version:build",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    const version = await openVersion(project, named(params, "version"), "admin", { external: true });
    return { project, version };
  },
} satisfies Gate<object>;

/** The list below a version: empty under a project that is unknown or hidden (decision 7), 404 under a version that is. */
export const versionFiltered = {
  name: "version:filtered",
  open: async (actor: Actor, params: Params) => {
    const project = await findProject(actor, named(params, "project"));
    if (!project) return { project, version: null };
    return {
      project,
      version: await openVersion(project, named(params, "version"), "view", { external: true }),
    };
  },
} satisfies Gate<object>;

export const buildViewer = {
  name: "build:view",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectViewer.open(actor, params);
    return { project, build: await openBuild(project, readId(named(params, "build"), "Build"), "view") };
  },
} satisfies Gate<object>;

export const buildAdmin = {
  name: "build:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    return { project, build: await openBuild(project, readId(named(params, "build"), "Build"), "admin") };
  },
} satisfies Gate<object>;

/** A build looked up below one of its versions. */
export const versionBuildViewer = {
  name: "version:build:view",
  open: async (actor: Actor, params: Params) => {
    const project = await openProject(actor, named(params, "project"), "view");
    const version = await openVersion(project, named(params, "version"), "view", { external: true });
    const id = readId(named(params, "build"), "Build");
    return { project, build: await openBuild(project, id, "view", version) };
  },
} satisfies Gate<object>;

export const subprojectViewer = {
  name: "subproject:view",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectViewer.open(actor, params);
    return { subproject: await openSubproject(project, named(params, "alias"), "view") };
  },
} satisfies Gate<object>;

export const subprojectAdmin = {
  name: "subproject:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    return { subproject: await openSubproject(project, named(params, "alias"), "admin") };
  },
} satisfies Gate<object>;

export const redirectAdmin = {
  name: "redirect:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    const id = readId(named(params, "redirect"), "Redirect");
    return { project, redirect: await openRedirect(project, id) };
  },
} satisfies Gate<object>;

export const shareGate = {
  name: "share:admin",
  edition: "business",
  open: async (actor: Actor, params: Params) => {
    const { project } = await businessProjectAdmin.open(actor, params);
    return { project, share: await openShare(project, readId(named(params, "share"), "Share")) };
  },
} satisfies Gate<object>;

export const domainAdmin = {
  name: "domain:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    const id = readId(named(params, "domain"), "Domain");
    return { project, domain: await openDomain(project, id) };
  },
} satisfies Gate<object>;

export const environmentVariableAdmin = {
  name: "environment-variable:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    const id = readId(named(params, "variable"), "EnvironmentVariable");
    return { project, variable: await openEnvironmentVariable(project, id) };
  },
} satisfies Gate<object>;

export const projectPerson = {
  name: "project-person:admin",
  open: async (actor: Actor, params: Params) => {
    const { project } = await projectAdmin.open(actor, params);
    return { project, person: await openPerson(project, named(params, "username")) };
  },
} satisfies Gate<object>;
