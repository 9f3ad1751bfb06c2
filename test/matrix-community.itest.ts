import { vi } from "vitest";
import { communityWorld, testTable } from "#test/matrix.ts";

vi.hoisted(() => {
  process.env.EDITION = "community";
});

/** As in matrix.itest.ts. Here everything is public, a maintainer has no teams above, and organizations do not exist. */
const table = `
# method path                                          on      visitor outsider maintainer superuser
GET    /                                               -       200 200 200 200
*      /                                               -       405 405 405 405
GET    /openapi.json/                                  -       200 200 200 200
*      /openapi.json/                                  -       405 405 405 405
GET    /[...path]/                                     -       404 404 404 404
POST   /[...path]/                                     -       404 404 404 404
PUT    /[...path]/                                     -       404 404 404 404
PATCH  /[...path]/                                     -       404 404 404 404
DELETE /[...path]/                                     -       404 404 404 404

GET    /embed/                                         -       400 400 400 400
*      /embed/                                         -       405 405 405 405
OPTIONS /embed/                                        -       200 200 200 200

GET    /domains/ask/                                   -       400 400 400 400
*      /domains/ask/                                   -       405 405 405 405
OPTIONS /domains/ask/                                  -       200 200 200 200

GET    /account/                                       -       401 200 200 200
PATCH  /account/                                       -       401 200 200 200
*      /account/                                       -       401 405 405 405
POST   /account/sign-up/                               -       400 400 400 400
*      /account/sign-up/                               -       405 405 405 405
POST   /account/verify-email/                          -       400 400 400 400
*      /account/verify-email/                          -       405 405 405 405
POST   /account/password/                              -       401 400 400 400
*      /account/password/                              -       401 405 405 405
GET    /account/sessions/                              -       401 200 200 200
*      /account/sessions/                              -       401 405 405 405
DELETE /account/sessions/[session]/                    -       401 404 204 404
*      /account/sessions/[session]/                    -       401 405 405 405
GET    /account/tokens/                                -       401 200 200 200
POST   /account/tokens/                                -       401 400 400 400
*      /account/tokens/                                -       401 405 405 405
GET    /account/tokens/[token]/                        -       401 404 200 404
DELETE /account/tokens/[token]/                        -       401 404 204 404
*      /account/tokens/[token]/                        -       401 405 405 405
OPTIONS /account/tokens/[token]/                       -       401 200 200 200
POST   /account/tokens/[token]/rotate/                 -       401 404 200 404
*      /account/tokens/[token]/rotate/                 -       401 405 405 405

GET    /organizations/                                 -       404 404 404 404
POST   /organizations/                                 -       404 404 404 404
*      /organizations/                                 -       404 404 404 404
GET    /organizations/[organization]/                  -       404 404 404 404
*      /organizations/[organization]/                  -       404 404 404 404
GET    /organizations/[organization]/projects/         -       404 404 404 404
*      /organizations/[organization]/projects/         -       404 404 404 404
GET    /organizations/[organization]/members/          -       404 404 404 404
*      /organizations/[organization]/members/          -       404 404 404 404
GET    /organizations/[organization]/members/[username]/ -       404 404 404 404
*      /organizations/[organization]/members/[username]/ -       404 404 404 404
GET    /organizations/[organization]/owners/           -       404 404 404 404
*      /organizations/[organization]/owners/           -       404 404 404 404
GET    /organizations/[organization]/owners/[username]/ -       404 404 404 404
*      /organizations/[organization]/owners/[username]/ -       404 404 404 404
GET    /organizations/[organization]/teams/            -       404 404 404 404
*      /organizations/[organization]/teams/            -       404 404 404 404
GET    /organizations/[organization]/teams/[team]/     -       404 404 404 404
*      /organizations/[organization]/teams/[team]/     -       404 404 404 404
GET    /organizations/[organization]/teams/[team]/members/ -       404 404 404 404
*      /organizations/[organization]/teams/[team]/members/ -       404 404 404 404
GET    /organizations/[organization]/teams/[team]/members/[username]/ -       404 404 404 404
*      /organizations/[organization]/teams/[team]/members/[username]/ -       404 404 404 404
GET    /organizations/[organization]/teams/[team]/projects/ -       404 404 404 404
*      /organizations/[organization]/teams/[team]/projects/ -       404 404 404 404
GET    /organizations/[organization]/teams/[team]/projects/[project]/ public  404 404 404 404
*      /organizations/[organization]/teams/[team]/projects/[project]/ public  404 404 404 404
GET    /organizations/[organization]/invitations/      -       404 404 404 404
*      /organizations/[organization]/invitations/      -       404 404 404 404
GET    /organizations/[organization]/invitations/[invitation]/ -       404 404 404 404
*      /organizations/[organization]/invitations/[invitation]/ -       404 404 404 404
GET    /organizations/[organization]/invitations/[invitation]/resend/ -       404 404 404 404
*      /organizations/[organization]/invitations/[invitation]/resend/ -       404 404 404 404
GET    /invitations/[token]/                           -       404 404 404 404
*      /invitations/[token]/                           -       404 404 404 404
GET    /invitations/[token]/accept/                    -       404 404 404 404
*      /invitations/[token]/accept/                    -       404 404 404 404
GET    /invitations/[token]/decline/                   -       404 404 404 404
*      /invitations/[token]/decline/                   -       404 404 404 404

GET    /organizations/[organization]/share-policy/     -       404 404 404 404
*      /organizations/[organization]/share-policy/     -       404 404 404 404
GET    /organizations/[organization]/notifications/    -       404 404 404 404
*      /organizations/[organization]/notifications/    -       404 404 404 404
GET    /organizations/[organization]/notifications/[notification]/ -       404 404 404 404
*      /organizations/[organization]/notifications/[notification]/ -       404 404 404 404
# in the feed the notice is the project's, below users/ the maintainer's
GET    /notifications/                                 -       401 200 200 200
*      /notifications/                                 -       401 405 405 405
GET    /notifications/[notification]/                  -       401 404 200 404
PUT    /notifications/[notification]/                  -       401 404 204 404
PATCH  /notifications/[notification]/                  -       401 404 204 404
*      /notifications/[notification]/                  -       401 404 405 404
GET    /users/[username]/notifications/                -       401 403 200 200
*      /users/[username]/notifications/                -       401 403 405 405
GET    /users/[username]/notifications/[notification]/ -       401 403 200 200
PUT    /users/[username]/notifications/[notification]/ -       401 403 204 204
PATCH  /users/[username]/notifications/[notification]/ -       401 403 204 204
*      /users/[username]/notifications/[notification]/ -       401 403 405 405

# without q, which every caller must give
GET    /search/                                        -       400 400 400 400
OPTIONS /search/                                       -       200 200 200 200
*      /search/                                        -       405 405 405 405

GET    /remote/organizations/                          -       401 200 200 200
*      /remote/organizations/                          -       401 405 405 405
GET    /remote/repositories/                           -       401 200 200 200
*      /remote/repositories/                           -       401 405 405 405

GET    /projects/                                      -       401 200 200 200
POST   /projects/                                      -       401 400 400 400
*      /projects/                                      -       401 403 403 403
GET    /projects/[project]/                            public  200 200 200 200
PUT    /projects/[project]/                            public  401 403 400 400
PATCH  /projects/[project]/                            public  401 403 204 204
DELETE /projects/[project]/                            public  401 403 204 204
*      /projects/[project]/                            public  401 403 403 403
GET    /projects/[project]/superproject/               public  200 200 200 200
*      /projects/[project]/superproject/               public  401 403 403 403
GET    /projects/[project]/subprojects/                public  200 200 200 200
POST   /projects/[project]/subprojects/                public  401 403 400 400
*      /projects/[project]/subprojects/                public  401 403 405 405
GET    /projects/[project]/subprojects/[...alias]/     public  200 200 200 200
DELETE /projects/[project]/subprojects/[...alias]/     public  401 403 204 204
*      /projects/[project]/subprojects/[...alias]/     public  401 403 405 405
GET    /projects/[project]/address/                    public  401 403 200 200
PATCH  /projects/[project]/address/                    public  401 403 200 200
*      /projects/[project]/address/                    public  401 403 405 405
GET    /projects/[project]/translations/               public  200 200 200 200
*      /projects/[project]/translations/               public  401 403 405 405
GET    /projects/[project]/domains/                    public  401 403 200 200
POST   /projects/[project]/domains/                    public  401 403 400 400
*      /projects/[project]/domains/                    public  401 403 405 405
GET    /projects/[project]/domains/[domain]/           public  401 403 200 200
PATCH  /projects/[project]/domains/[domain]/           public  401 403 400 400   # it is a subproject
DELETE /projects/[project]/domains/[domain]/           public  401 403 204 204
*      /projects/[project]/domains/[domain]/           public  401 403 405 405
POST   /projects/[project]/domains/[domain]/check/     public  401 403 202 202
*      /projects/[project]/domains/[domain]/check/     public  401 403 405 405
GET    /projects/[project]/redirects/                  public  401 403 200 200
POST   /projects/[project]/redirects/                  public  401 403 400 400
*      /projects/[project]/redirects/                  public  401 403 405 405
GET    /projects/[project]/redirects/[redirect]/       public  401 403 200 200
PUT    /projects/[project]/redirects/[redirect]/       public  401 403 400 400
PATCH  /projects/[project]/redirects/[redirect]/       public  401 403 200 200
DELETE /projects/[project]/redirects/[redirect]/       public  401 403 204 204
*      /projects/[project]/redirects/[redirect]/       public  401 403 405 405
POST   /projects/[project]/redirects/test/             public  401 403 400 400
*      /projects/[project]/redirects/test/             public  401 403 405 405
POST   /projects/[project]/redirects/import/           public  401 403 400 400
*      /projects/[project]/redirects/import/           public  401 403 405 405
GET    /projects/[project]/redirects/export/           public  401 403 200 200
*      /projects/[project]/redirects/export/           public  401 403 405 405
GET    /projects/[project]/sharing/                    public  404 404 404 404
*      /projects/[project]/sharing/                    public  404 404 404 404
GET    /projects/[project]/sharing/[share]/            public  404 404 404 404
*      /projects/[project]/sharing/[share]/            public  404 404 404 404
*      /projects/[project]/sharing/[share]/rotate/     public  404 404 404 404
*      /projects/[project]/sharing/[share]/revoke/     public  404 404 404 404
*      /projects/[project]/sharing/[share]/undo/       public  404 404 404 404
*      /projects/[project]/sharing/[share]/extend/     public  404 404 404 404
GET    /projects/[project]/environmentvariables/       public  401 403 200 200
POST   /projects/[project]/environmentvariables/       public  401 403 400 400
*      /projects/[project]/environmentvariables/       public  401 403 405 405
GET    /projects/[project]/environmentvariables/[variable]/ public  401 403 200 200
PATCH  /projects/[project]/environmentvariables/[variable]/ public  401 403 200 200
DELETE /projects/[project]/environmentvariables/[variable]/ public  401 403 204 204
*      /projects/[project]/environmentvariables/[variable]/ public  401 403 405 405
GET    /projects/[project]/deploy-key/                 public  404 404 404 404
POST   /projects/[project]/deploy-key/                 public  404 404 404 404
DELETE /projects/[project]/deploy-key/                 public  404 404 404 404
*      /projects/[project]/deploy-key/                 public  404 404 404 404
GET    /projects/[project]/known-hosts/                public  404 404 404 404
*      /projects/[project]/known-hosts/                public  404 404 404 404
GET    /projects/[project]/known-hosts/[known]/        public  404 404 404 404
DELETE /projects/[project]/known-hosts/[known]/        public  404 404 404 404
*      /projects/[project]/known-hosts/[known]/        public  404 404 404 404
GET    /projects/[project]/repository-token/           public  404 404 404 404
PUT    /projects/[project]/repository-token/           public  404 404 404 404
DELETE /projects/[project]/repository-token/           public  404 404 404 404
*      /projects/[project]/repository-token/           public  404 404 404 404
GET    /projects/[project]/notifications/              public  401 403 200 200
*      /projects/[project]/notifications/              public  401 403 405 405
GET    /projects/[project]/notifications/[notification]/ public  401 403 200 200
PUT    /projects/[project]/notifications/[notification]/ public  401 403 204 204
PATCH  /projects/[project]/notifications/[notification]/ public  401 403 204 204
*      /projects/[project]/notifications/[notification]/ public  401 403 405 405
POST   /projects/[project]/sync-versions/              public  401 403 202 202
*      /projects/[project]/sync-versions/              public  401 403 405 405
GET    /projects/[project]/versions/                   public  200 200 200 200
*      /projects/[project]/versions/                   public  401 403 405 405
GET    /projects/[project]/versions/[version]/         public  200 200 200 200
PUT    /projects/[project]/versions/[version]/         public  401 403 204 204
PATCH  /projects/[project]/versions/[version]/         public  401 403 204 204
*      /projects/[project]/versions/[version]/         public  401 403 405 405
PUT    /projects/[project]/versions/[version]/slug/    public  401 403 400 400
*      /projects/[project]/versions/[version]/slug/    public  401 403 405 405
POST   /projects/[project]/versions/[version]/wipe/    public  401 403 400 400
*      /projects/[project]/versions/[version]/wipe/    public  401 403 405 405
# The version there is no pull request: nothing to compare.
GET    /projects/[project]/versions/[version]/diff/    public  404 404 404 404
OPTIONS /projects/[project]/versions/[version]/diff/   public  200 200 200 200
*      /projects/[project]/versions/[version]/diff/    public  405 405 405 405
GET    /projects/[project]/versions/[version]/publications/ public  401 403 200 200
POST   /projects/[project]/versions/[version]/publications/ public  401 403 400 400
*      /projects/[project]/versions/[version]/publications/ public  401 403 405 405
GET    /projects/[project]/versions/[version]/builds/  public  200 200 200 200
POST   /projects/[project]/versions/[version]/builds/  public  401 403 202 202
*      /projects/[project]/versions/[version]/builds/  public  401 403 405 405
GET    /projects/[project]/versions/[version]/builds/[build]/ public  200 200 200 200
*      /projects/[project]/versions/[version]/builds/[build]/ public  401 403 405 405
POST   /projects/[project]/builds-on/                  public  401 403 204 204
*      /projects/[project]/builds-on/                  public  401 403 405 405
DELETE /projects/[project]/build-caches/               public  401 403 204 204
*      /projects/[project]/build-caches/               public  401 403 405 405

# there is no content delivery network to ask
GET    /projects/[project]/purges/                     public  401 403 200 200
POST   /projects/[project]/purges/                     public  401 403 400 400
*      /projects/[project]/purges/                     public  401 403 405 405
GET    /projects/[project]/publishing/                 public  401 403 200 200
PATCH  /projects/[project]/publishing/                 public  401 403 200 200
*      /projects/[project]/publishing/                 public  401 403 405 405
GET    /projects/[project]/builds/                     public  200 200 200 200
*      /projects/[project]/builds/                     public  401 403 405 405
GET    /projects/[project]/builds/[build]/             public  200 200 200 200
*      /projects/[project]/builds/[build]/             public  401 403 405 405
GET    /projects/[project]/builds/[build]/commands/    public  200 200 200 200
*      /projects/[project]/builds/[build]/commands/    public  401 403 405 405
GET    /projects/[project]/builds/[build]/environment/ public  200 200 200 200
*      /projects/[project]/builds/[build]/environment/ public  401 403 405 405
GET    /projects/[project]/builds/[build]/events/      public  200 200 200 200
*      /projects/[project]/builds/[build]/events/      public  401 403 405 405
GET    /projects/[project]/builds/[build]/log/         public  200 200 200 200
*      /projects/[project]/builds/[build]/log/         public  401 403 405 405
GET    /projects/[project]/builds/[build]/notifications/ public  200 200 200 200
*      /projects/[project]/builds/[build]/notifications/ public  401 403 405 405
GET    /projects/[project]/builds/[build]/notifications/[notification]/ public  200 200 200 200
PUT    /projects/[project]/builds/[build]/notifications/[notification]/ public  401 403 204 204
PATCH  /projects/[project]/builds/[build]/notifications/[notification]/ public  401 403 204 204
*      /projects/[project]/builds/[build]/notifications/[notification]/ public  401 403 405 405
POST   /projects/[project]/builds/[build]/cancel/      public  401 403 202 202
*      /projects/[project]/builds/[build]/cancel/      public  401 403 405 405
POST   /projects/[project]/builds/[build]/retry/       public  401 403 202 202
*      /projects/[project]/builds/[build]/retry/       public  401 403 405 405
`;

testTable(table, communityWorld, ["public"]);
