/** The account that e2e/server.ts makes for the operator's pages. On another instance, make it with `npm run admin` first. */
export const superuser = { username: "operator", password: "correct horse battery staple" };
