/** What there is to look at on the instance of the tests. */
export interface World {
  /** A project whose build passed, and one whose build failed. */
  readonly passed: string;
  readonly failed: string;
  /** Builds of them. */
  readonly build: number;
  readonly broken: number;
  /** The organization of both. */
  readonly organization: string;
}

/**
 * Every page of the app by its folder (route groups left out), with the addresses at which it is looked at: as it is, without content, and
 * in states of its own. A page that is missing here fails test/visits.test.ts. Pages for visitors stand in `visitorPages`.
 */
export const visits: Readonly<Record<string, (world: World) => readonly string[]>> = {
  "/dashboard/": () => ["/dashboard/", "/dashboard/?name=nothing-like-this"],
  "/dashboard/import/": () => ["/dashboard/import/"],
  "/dashboard/import/manual/": () => ["/dashboard/import/manual/"],
  "/notifications/": () => ["/notifications/", "/notifications/?show=all"],
  "/projects/[project]/": ({ passed }) => [`/projects/${passed}/`],
  "/projects/[project]/versions/": ({ passed }) => [
    `/projects/${passed}/versions/`,
    `/projects/${passed}/versions/?active=false`,
  ],
  "/projects/[project]/versions/[version]/": ({ passed }) => [`/projects/${passed}/versions/latest/`],
  "/projects/[project]/downloads/": ({ passed }) => [`/projects/${passed}/downloads/`],
  "/projects/[project]/builds/": ({ passed }) => [`/projects/${passed}/builds/`],
  "/projects/[project]/builds/[build]/": ({ passed, failed, build, broken }) => [
    `/projects/${passed}/builds/${build}/`,
    `/projects/${failed}/builds/${broken}/`,
  ],
  "/dashboard/[project]/edit/": ({ passed }) => [`/dashboard/${passed}/edit/`],
  "/dashboard/[project]/redirects/": ({ passed }) => [
    `/dashboard/${passed}/redirects/`,
    `/dashboard/${passed}/redirects/?test=/nope`,
  ],
  "/dashboard/[project]/redirects/create/": ({ passed }) => [`/dashboard/${passed}/redirects/create/`],
  "/dashboard/[project]/redirects/import/": ({ passed }) => [`/dashboard/${passed}/redirects/import/`],
  "/dashboard/[project]/environmentvariables/": ({ passed }) => [
    `/dashboard/${passed}/environmentvariables/`,
  ],
  "/dashboard/[project]/subprojects/": ({ passed }) => [`/dashboard/${passed}/subprojects/`],
  "/dashboard/[project]/translations/": ({ passed }) => [`/dashboard/${passed}/translations/`],
  "/dashboard/[project]/domains/": ({ passed }) => [`/dashboard/${passed}/domains/`],
  "/dashboard/[project]/repository/": ({ passed }) => [`/dashboard/${passed}/repository/`],
  "/dashboard/[project]/delete/": ({ passed }) => [`/dashboard/${passed}/delete/`],
  "/dashboard/[project]/version/[version]/edit/": ({ passed }) => [
    `/dashboard/${passed}/version/latest/edit/`,
  ],
  "/dashboard/[project]/people/": ({ passed }) => [
    `/dashboard/${passed}/people/`,
    `/dashboard/${passed}/people/?q=nothing-like-this`,
  ],
  "/dashboard/[project]/security-log/": ({ passed }) => [
    `/dashboard/${passed}/security-log/`,
    `/dashboard/${passed}/security-log/?q=nothing-like-this`,
  ],
  "/organizations/": () => ["/organizations/"],
  "/organizations/create/": () => ["/organizations/create/"],
  "/organizations/[organization]/": ({ organization }) => [`/organizations/${organization}/`],
  "/organizations/[organization]/members/": ({ organization }) => [
    `/organizations/${organization}/members/`,
    `/organizations/${organization}/members/?invite=true`,
  ],
  "/organizations/[organization]/teams/": ({ organization }) => [`/organizations/${organization}/teams/`],
  "/organizations/[organization]/teams/[team]/": ({ organization }) => [
    `/organizations/${organization}/teams/admins/`,
    `/organizations/${organization}/teams/admins/?show=projects`,
    `/organizations/${organization}/teams/admins/?show=settings`,
  ],
  "/organizations/[organization]/owners/": ({ organization }) => [`/organizations/${organization}/owners/`],
  "/organizations/[organization]/shares/": ({ organization }) => [
    `/organizations/${organization}/shares/`,
    `/organizations/${organization}/shares/?status=expired`,
  ],
  "/organizations/[organization]/edit/": ({ organization }) => [`/organizations/${organization}/edit/`],
  "/organizations/[organization]/delete/": ({ organization }) => [`/organizations/${organization}/delete/`],
  "/organizations/[organization]/security-log/": ({ organization }) => [
    `/organizations/${organization}/security-log/`,
  ],
  "/accounts/edit/": () => ["/accounts/edit/"],
  "/accounts/email/": () => ["/accounts/email/"],
  "/accounts/password/change/": () => ["/accounts/password/change/"],
  "/accounts/2fa/": () => ["/accounts/2fa/"],
  "/accounts/security-log/": () => ["/accounts/security-log/"],
  "/accounts/tokens/": () => ["/accounts/tokens/"],
  "/accounts/delete/": () => ["/accounts/delete/"],
  "/accounts/preferences/": () => ["/accounts/preferences/"],
  "/accounts/sessions/": () => ["/accounts/sessions/"],
  "/accounts/no-access/": () => ["/accounts/no-access/"],
};

/** Pages for people who are not logged in, likewise. */
export const visitorPages: Readonly<Record<string, readonly string[]>> = {
  "/": ["/"],
  "/accounts/login/": ["/accounts/login/"],
  "/accounts/signup/": ["/accounts/signup/"],
  "/accounts/password/reset/": ["/accounts/password/reset/"],
  "/accounts/password/reset/key/": ["/accounts/password/reset/key/?code=unknown"],
  "/accounts/confirm-email/": ["/accounts/confirm-email/?code=unknown"],
  "/invitations/[token]/": ["/invitations/unknown/"],
};

/** Pages that a journey of their own looks at in the same way, and which. */
export const visitedElsewhere: Readonly<Record<string, string>> = {
  "/projects/": "e2e/public.spec.ts",
  "/projects/tags/[tag]/": "e2e/public.spec.ts",
  "/profiles/[username]/": "e2e/public.spec.ts",
  "/dashboard/[project]/users/": "e2e/community.spec.ts",
  "/dashboard/[project]/domains/[domain]/": "e2e/family.spec.ts",
  "/dashboard/[project]/redirects/[redirect]/edit/": "e2e/redirects.spec.ts",
  "/dashboard/[project]/sharing/": "e2e/sharing.spec.ts",
  "/dashboard/[project]/sharing/new/": "e2e/sharing.spec.ts",
  "/dashboard/[project]/sharing/[share]/": "e2e/sharing.spec.ts",
  "/dashboard/[project]/sharing/[share]/edit/": "e2e/sharing.spec.ts",
  "/dashboard/[project]/sharing/[share]/replace/": "e2e/sharing.spec.ts",
  "/operator/": "e2e/operator.spec.ts",
  "/operator/users/": "e2e/operator.spec.ts",
  "/operator/sign-up/": "e2e/operator.spec.ts",
  "/organizations/[organization]/policies/": "e2e/sharing.spec.ts",
};
