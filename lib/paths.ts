/**
 * Every address of the dashboard and of the API it reads. Nothing else in the product writes one as a string.
 * The shapes are those of dashboard.md 1.2: reading pages under `/projects/`, managing pages under `/dashboard/`,
 * the account under `/accounts/`, always with a trailing slash.
 */
const part = (value: string | number): string => encodeURIComponent(value);

/** Where to come back to after logging in: only paths on this site, never another origin. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || next.startsWith("//") || /[\s\\]/.test(next)) return null;
  return next;
}

const withNext = (path: string, next?: string): string => {
  const target = safeNext(next);
  return target ? `${path}?next=${encodeURIComponent(target)}` : path;
};

/** What the managing pages of all versions of a project begin with; not a page. */
export const versionsManaged = (project: string): string => `/dashboard/${part(project)}/version/`;

export const paths = {
  home: () => "/",
  login: (next?: string) => withNext("/accounts/login/", next),
  signUp: (next?: string) => withNext("/accounts/signup/", next),
  /** Signing up with an invitation leads back to it. */
  signUpInvited: (token: string) => `/accounts/signup/?invitation=${encodeURIComponent(token)}`,
  invitation: (token: string) => `/invitations/${part(token)}/`,
  resetPassword: () => "/accounts/password/reset/",
  /** Where the mail about a forgotten password leads. */
  chooseNewPassword: (code: string) => `/accounts/password/reset/key/?code=${encodeURIComponent(code)}`,
  confirmEmail: (code: string) => `/accounts/confirm-email/?code=${encodeURIComponent(code)}`,
  /** Where a docs host sends members who want to read something private; not a page. `state` names the browser that comes back. */
  docsLogin: (host: string, next: string, state?: string) =>
    `/accounts/docs-login/?${new URLSearchParams({ host, next, ...(state === undefined ? {} : { state }) })}`,
  /** For members whose account may not read what `docsLogin` was asked for; `next` asks again. */
  noAccess: (next: string) => withNext("/accounts/no-access/", next),

  projects: () => "/dashboard/",
  importProject: () => "/dashboard/import/",
  importManually: () => "/dashboard/import/manual/",

  inbox: () => "/notifications/",
  publicProjects: () => "/projects/",
  projectsByTag: (tag: string) => `/projects/tags/${part(tag)}/`,
  publicProfile: (username: string) => `/profiles/${part(username)}/`,

  project: (project: string) => `/projects/${part(project)}/`,
  versions: (project: string) => `/projects/${part(project)}/versions/`,
  version: (project: string, version: string) => `/projects/${part(project)}/versions/${part(version)}/`,
  builds: (project: string) => `/projects/${part(project)}/builds/`,
  build: (project: string, build: number) => `/projects/${part(project)}/builds/${part(build)}/`,

  downloads: (project: string) => `/projects/${part(project)}/downloads/`,

  redirects: (project: string) => `/dashboard/${part(project)}/redirects/`,
  newRedirect: (project: string) => `/dashboard/${part(project)}/redirects/create/`,
  redirectEdit: (project: string, redirect: number) =>
    `/dashboard/${part(project)}/redirects/${part(redirect)}/edit/`,
  importRedirects: (project: string) => `/dashboard/${part(project)}/redirects/import/`,
  environmentVariables: (project: string) => `/dashboard/${part(project)}/environmentvariables/`,
  domains: (project: string) => `/dashboard/${part(project)}/domains/`,
  domain: (project: string, domain: number) => `/dashboard/${part(project)}/domains/${part(domain)}/`,
  subprojects: (project: string) => `/dashboard/${part(project)}/subprojects/`,
  translations: (project: string) => `/dashboard/${part(project)}/translations/`,
  /** Business: who may read or change a project, and why. */
  people: (project: string) => `/dashboard/${part(project)}/people/`,
  /** Community. */
  maintainers: (project: string) => `/dashboard/${part(project)}/users/`,
  projectActivity: (project: string) => `/dashboard/${part(project)}/security-log/`,
  projectSettings: (project: string) => `/dashboard/${part(project)}/edit/`,
  projectRepository: (project: string) => `/dashboard/${part(project)}/repository/`,
  projectDelete: (project: string) => `/dashboard/${part(project)}/delete/`,
  sharing: (project: string) => `/dashboard/${part(project)}/sharing/`,
  newShare: (project: string) => `/dashboard/${part(project)}/sharing/new/`,
  share: (project: string, share: number) => `/dashboard/${part(project)}/sharing/${part(share)}/`,
  shareEdit: (project: string, share: number) => `/dashboard/${part(project)}/sharing/${part(share)}/edit/`,
  shareReplace: (project: string, share: number) =>
    `/dashboard/${part(project)}/sharing/${part(share)}/replace/`,
  organizations: () => "/organizations/",
  newOrganization: () => "/organizations/create/",
  organization: (organization: string) => `/organizations/${part(organization)}/`,
  organizationMembers: (organization: string) => `/organizations/${part(organization)}/members/`,
  organizationTeams: (organization: string) => `/organizations/${part(organization)}/teams/`,
  organizationTeam: (organization: string, team: string) =>
    `/organizations/${part(organization)}/teams/${part(team)}/`,
  organizationOwners: (organization: string) => `/organizations/${part(organization)}/owners/`,
  organizationShares: (organization: string) => `/organizations/${part(organization)}/shares/`,
  organizationSettings: (organization: string) => `/organizations/${part(organization)}/edit/`,
  organizationActivity: (organization: string) => `/organizations/${part(organization)}/security-log/`,
  organizationDelete: (organization: string) => `/organizations/${part(organization)}/delete/`,
  organizationPolicies: (organization: string) => `/organizations/${part(organization)}/policies/`,
  versionSettings: (project: string, version: string) => `${versionsManaged(project)}${part(version)}/edit/`,

  profile: () => "/accounts/edit/",
  emails: () => "/accounts/email/",
  password: () => "/accounts/password/change/",
  twoFactor: () => "/accounts/2fa/",
  preferences: () => "/accounts/preferences/",
  securityLog: () => "/accounts/security-log/",
  accountDelete: () => "/accounts/delete/",
  tokens: () => "/accounts/tokens/",
  sessions: () => "/accounts/sessions/",

  /** For superusers. */
  operator: () => "/operator/",
  operatorUsers: () => "/operator/users/",
  operatorSignUp: () => "/operator/sign-up/",
} as const;

const v3 = "/api/v3";
const projectApi = (project: string): string => `${v3}/projects/${part(project)}/`;
const buildApi = (project: string, build: number): string => `${projectApi(project)}builds/${part(build)}/`;

const organizationApi = (organization: string): string => `${v3}/organizations/${part(organization)}/`;
const shareApi = (project: string, share: number): string => `${projectApi(project)}sharing/${part(share)}/`;

export const apiPaths = {
  root: () => `${v3}/`,
  projects: () => `${v3}/projects/`,
  project: projectApi,
  subprojects: (project: string) => `${projectApi(project)}subprojects/`,
  subproject: (project: string, alias: string) =>
    `${projectApi(project)}subprojects/${alias.split("/").map(part).join("/")}/`,
  address: (project: string) => `${projectApi(project)}address/`,
  restoreProject: (project: string) => `${projectApi(project)}restore/`,
  checkRepository: () => `${v3}/projects/check/`,
  star: (project: string) => `${projectApi(project)}star/`,
  runningBuilds: () => `${v3}/account/running-builds/`,
  deletedProjects: () => `${v3}/account/deleted-projects/`,
  translations: (project: string) => `${projectApi(project)}translations/`,
  syncVersions: (project: string) => `${projectApi(project)}sync-versions/`,
  buildsOn: (project: string) => `${projectApi(project)}builds-on/`,
  buildCaches: (project: string) => `${projectApi(project)}build-caches/`,
  purges: (project: string) => `${projectApi(project)}purges/`,
  publishing: (project: string) => `${projectApi(project)}publishing/`,
  notifications: (project: string) => `${projectApi(project)}notifications/`,
  notification: (project: string, notification: number) =>
    `${projectApi(project)}notifications/${part(notification)}/`,
  redirects: (project: string) => `${projectApi(project)}redirects/`,
  redirectsTest: (project: string) => `${projectApi(project)}redirects/test/`,
  redirectsImport: (project: string) => `${projectApi(project)}redirects/import/`,
  redirectsExport: (project: string) => `${projectApi(project)}redirects/export/`,
  redirect: (project: string, redirect: number) => `${projectApi(project)}redirects/${part(redirect)}/`,
  shares: (project: string) => `${projectApi(project)}sharing/`,
  share: shareApi,
  shareRotate: (project: string, share: number) => `${shareApi(project, share)}rotate/`,
  shareRevoke: (project: string, share: number) => `${shareApi(project, share)}revoke/`,
  shareRevokeUndo: (project: string, share: number) => `${shareApi(project, share)}revoke-undo/`,
  shareExtend: (project: string, share: number) => `${shareApi(project, share)}extend/`,
  shareTest: (project: string, share: number) => `${shareApi(project, share)}test/`,
  shareUses: (project: string, share: number) => `${shareApi(project, share)}uses/`,
  shareAccesses: (project: string, share: number) => `${shareApi(project, share)}accesses/`,
  shareSessions: (project: string, share: number) => `${shareApi(project, share)}sessions/`,
  shareSession: (project: string, share: number, session: string) =>
    `${shareApi(project, share)}sessions/${part(session)}/`,
  shareRecipients: (project: string, share: number) => `${shareApi(project, share)}recipients/`,
  shareRecipient: (project: string, share: number, recipient: number) =>
    `${shareApi(project, share)}recipients/${part(recipient)}/`,
  shareRecipientRotate: (project: string, share: number, recipient: number) =>
    `${shareApi(project, share)}recipients/${part(recipient)}/rotate/`,
  extensionRequests: (project: string) => `${projectApi(project)}extension-requests/`,
  extensionRequest: (project: string, request: number) =>
    `${projectApi(project)}extension-requests/${part(request)}/`,
  audit: (project: string) => `${projectApi(project)}audit/`,
  people: (project: string) => `${projectApi(project)}people/`,
  person: (project: string, username: string) => `${projectApi(project)}people/${part(username)}/`,
  organization: organizationApi,
  organizationAudit: (organization: string) => `${organizationApi(organization)}audit/`,
  sharePolicy: (organization: string) => `${v3}/organizations/${part(organization)}/share-policy/`,
  organizationShares: (organization: string) => `${organizationApi(organization)}shares/`,
  domains: (project: string) => `${projectApi(project)}domains/`,
  domain: (project: string, domain: number) => `${projectApi(project)}domains/${part(domain)}/`,
  domainCheck: (project: string, domain: number) => `${projectApi(project)}domains/${part(domain)}/check/`,
  environmentVariables: (project: string) => `${projectApi(project)}environmentvariables/`,
  environmentVariable: (project: string, variable: number) =>
    `${projectApi(project)}environmentvariables/${part(variable)}/`,
  versions: (project: string) => `${projectApi(project)}versions/`,
  versionsBulk: (project: string) => `${projectApi(project)}versions/bulk/`,
  version: (project: string, version: string) => `${projectApi(project)}versions/${part(version)}/`,
  versionSlug: (project: string, version: string) => `${projectApi(project)}versions/${part(version)}/slug/`,
  versionWipe: (project: string, version: string) => `${projectApi(project)}versions/${part(version)}/wipe/`,
  versionDiff: (project: string, version: string) => `${projectApi(project)}versions/${part(version)}/diff/`,
  publications: (project: string, version: string) =>
    `${projectApi(project)}versions/${part(version)}/publications/`,
  versionBuilds: (project: string, version: string) =>
    `${projectApi(project)}versions/${part(version)}/builds/`,
  builds: (project: string) => `${projectApi(project)}builds/`,
  build: buildApi,
  buildCommands: (project: string, build: number) => `${buildApi(project, build)}commands/`,
  buildLog: (project: string, build: number) => `${buildApi(project, build)}log/`,
  buildNotification: (project: string, build: number, notification: number) =>
    `${buildApi(project, build)}notifications/${part(notification)}/`,
  buildEvents: (project: string, build: number) => `${buildApi(project, build)}events/`,
  buildEnvironment: (project: string, build: number) => `${buildApi(project, build)}environment/`,
  buildCancel: (project: string, build: number) => `${buildApi(project, build)}cancel/`,
  buildRetry: (project: string, build: number) => `${buildApi(project, build)}retry/`,
  deployKey: (project: string) => `${projectApi(project)}deploy-key/`,
  knownHosts: (project: string) => `${projectApi(project)}known-hosts/`,
  knownHost: (project: string, id: string) => `${projectApi(project)}known-hosts/${part(id)}/`,
  repositoryToken: (project: string) => `${projectApi(project)}repository-token/`,
  organizations: () => `${v3}/organizations/`,
  organizationNotification: (organization: string, notification: number) =>
    `${v3}/organizations/${part(organization)}/notifications/${part(notification)}/`,
  userNotification: (username: string, notification: number) =>
    `${v3}/users/${part(username)}/notifications/${part(notification)}/`,
  organizationMember: (organization: string, username: string) =>
    `${v3}/organizations/${part(organization)}/members/${part(username)}/`,
  organizationInvitation: (organization: string, invitation: number) =>
    `${v3}/organizations/${part(organization)}/invitations/${part(invitation)}/`,
  acceptInvitation: (token: string) => `${v3}/invitations/${part(token)}/accept/`,
  declineInvitation: (token: string) => `${v3}/invitations/${part(token)}/decline/`,
  inbox: () => `${v3}/notifications/`,
  search: () => `${v3}/search/`,
  publicProjects: () => `${v3}/public-projects/`,
  account: () => `${v3}/account/`,
  signUp: () => `${v3}/account/sign-up/`,
  preferences: () => `${v3}/account/preferences/`,
  operatorWorkload: () => `${v3}/operator/workload/`,
  operatorFailedJobs: () => `${v3}/operator/failed-jobs/`,
  operatorUsers: () => `${v3}/operator/users/`,
  operatorSettings: () => `${v3}/operator/settings/`,
  verifyEmail: () => `${v3}/account/verify-email/`,
  password: () => `${v3}/account/password/`,
  requestReset: () => `${v3}/account/password/reset/`,
  resetPassword: () => `${v3}/account/password/reset/confirm/`,
  reauthenticate: () => `${v3}/account/reauthenticate/`,
  emails: () => `${v3}/account/emails/`,
  email: (email: number) => `${v3}/account/emails/${part(email)}/`,
  twoFactor: () => `${v3}/account/two-factor/`,
  passkey: (passkey: number) => `${v3}/account/two-factor/passkeys/${part(passkey)}/`,
  securityLog: () => `${v3}/account/security-log/`,
  tokens: () => `${v3}/account/tokens/`,
  token: (token: number) => `${v3}/account/tokens/${part(token)}/`,
  sessions: () => `${v3}/account/sessions/`,
  session: (session: string) => `${v3}/account/sessions/${part(session)}/`,
} as const;
