import { businessWorld, testTable } from "#test/matrix.ts";

/**
 * Decision 6: anonymous where a person is needed 401; what one may not see 404; seen but not allowed 403. Bodies are `{}`, so
 * 400 means "may, but did not say what". `on` says how public the project and the version are.
 */
const table = `
# method path                                          on      visitor outsider tenant reader admin owner
GET    /                                               -       200 200 200 200 200 200
GET    /openapi.json/                                  -       200 200 200 200 200 200
GET    /[...path]/                                     -       404 404 404 404 404 404
POST   /[...path]/                                     -       404 404 404 404 404 404
PUT    /[...path]/                                     -       404 404 404 404 404 404
PATCH  /[...path]/                                     -       404 404 404 404 404 404
DELETE /[...path]/                                     -       404 404 404 404 404 404

GET    /account/                                       -       401 200 200 200 200 200
PATCH  /account/                                       -       401 200 200 200 200 200
DELETE /account/                                       -       401 405 405 405 405 405
POST   /account/sign-up/                               -       400 400 400 400 400 400
POST   /account/verify-email/                          -       400 400 400 400 400 400
POST   /account/password/                              -       401 400 400 400 400 400
GET    /account/sessions/                              -       401 200 200 200 200 200
DELETE /account/sessions/[session]/                    -       401 404 404 404 404 204
GET    /account/tokens/                                -       401 200 200 200 200 200
POST   /account/tokens/                                -       401 400 400 400 400 400
GET    /account/tokens/[token]/                        -       401 404 404 404 404 200
DELETE /account/tokens/[token]/                        -       401 404 404 404 404 204
POST   /account/tokens/[token]/rotate/                 -       401 404 404 404 404 200

GET    /organizations/                                 -       401 200 200 200 200 200
POST   /organizations/                                 -       401 400 400 400 400 400
GET    /organizations/[organization]/                  -       401 404 404 200 200 200
PATCH  /organizations/[organization]/                  -       401 404 404 405 405 405
GET    /organizations/[organization]/projects/         -       401 404 404 200 200 200
GET    /organizations/[organization]/teams/            -       401 404 404 200 200 200

GET    /projects/                                      -       401 200 200 200 200 200
POST   /projects/                                      -       401 400 400 400 400 400
PUT    /projects/                                      -       401 403 403 403 403 403
GET    /projects/[project]/                            public  200 200 200 200 200 200
GET    /projects/[project]/                            private 404 404 404 200 200 200
POST   /projects/[project]/                            public  401 403 403 403 403 403
PUT    /projects/[project]/                            public  401 403 403 403 400 400
PUT    /projects/[project]/                            private 401 404 404 403 400 400
PATCH  /projects/[project]/                            public  401 403 403 403 204 204
PATCH  /projects/[project]/                            private 401 404 404 403 204 204
DELETE /projects/[project]/                            public  401 403 403 403 204 204
DELETE /projects/[project]/                            private 401 404 404 403 204 204
GET    /projects/[project]/superproject/               public  200 200 200 200 200 200
GET    /projects/[project]/superproject/               private 404 404 404 200 200 200
POST   /projects/[project]/superproject/               public  401 403 403 403 403 403

GET    /projects/[project]/deploy-key/                 public  401 403 403 403 404 404
GET    /projects/[project]/deploy-key/                 private 401 404 404 403 404 404
POST   /projects/[project]/deploy-key/                 public  401 403 403 403 201 201
POST   /projects/[project]/deploy-key/                 private 401 404 404 403 201 201
DELETE /projects/[project]/deploy-key/                 public  401 403 403 403 404 404
GET    /projects/[project]/known-hosts/                public  401 403 403 403 200 200
GET    /projects/[project]/known-hosts/                private 401 404 404 403 200 200
GET    /projects/[project]/known-hosts/[known]/        public  401 403 403 403 404 404
DELETE /projects/[project]/known-hosts/[known]/        public  401 403 403 403 404 404
GET    /projects/[project]/repository-token/           public  401 403 403 403 404 404
PUT    /projects/[project]/repository-token/           public  401 403 403 403 400 400
PUT    /projects/[project]/repository-token/           private 401 404 404 403 400 400
DELETE /projects/[project]/repository-token/           public  401 403 403 403 404 404

GET    /projects/[project]/notifications/              public  401 403 403 403 200 200
GET    /projects/[project]/notifications/              private 401 404 404 403 200 200
POST   /projects/[project]/notifications/              public  401 403 403 403 405 405
GET    /projects/[project]/notifications/[notification]/ public  401 403 403 403 200 200
GET    /projects/[project]/notifications/[notification]/ private 401 404 404 403 200 200
PUT    /projects/[project]/notifications/[notification]/ public  401 403 403 403 204 204
PATCH  /projects/[project]/notifications/[notification]/ public  401 403 403 403 204 204
PATCH  /projects/[project]/notifications/[notification]/ private 401 404 404 403 204 204
POST   /projects/[project]/sync-versions/              public  401 403 403 403 202 202
POST   /projects/[project]/sync-versions/              private 401 404 404 403 202 202
GET    /projects/[project]/sync-versions/              private 405 405 405 405 405 405

GET    /projects/[project]/versions/                   public  200 200 200 200 200 200
GET    /projects/[project]/versions/                   private 200 200 200 200 200 200
POST   /projects/[project]/versions/                   public  401 403 403 403 405 405
GET    /projects/[project]/versions/[version]/         public  200 200 200 200 200 200
GET    /projects/[project]/versions/[version]/         private 404 404 404 200 200 200
GET    /projects/[project]/versions/[version]/         mixed   404 404 404 200 200 200
PUT    /projects/[project]/versions/[version]/         public  401 403 403 403 204 204
PUT    /projects/[project]/versions/[version]/         private 401 404 404 403 204 204
PATCH  /projects/[project]/versions/[version]/         public  401 403 403 403 204 204
PATCH  /projects/[project]/versions/[version]/         private 401 404 404 403 204 204
PATCH  /projects/[project]/versions/[version]/         mixed   401 403 403 403 204 204
DELETE /projects/[project]/versions/[version]/         public  401 403 403 403 405 405
PUT    /projects/[project]/versions/[version]/slug/    public  401 403 403 403 400 400
PUT    /projects/[project]/versions/[version]/slug/    private 401 404 404 403 400 400
PUT    /projects/[project]/versions/[version]/slug/    mixed   401 403 403 403 400 400
POST   /projects/[project]/versions/[version]/wipe/    public  401 403 403 403 400 400
POST   /projects/[project]/versions/[version]/wipe/    private 401 404 404 403 400 400
GET    /projects/[project]/versions/[version]/wipe/    private 405 405 405 405 405 405
GET    /projects/[project]/versions/[version]/builds/  public  200 200 200 200 200 200
GET    /projects/[project]/versions/[version]/builds/  private 200 200 200 200 200 200
GET    /projects/[project]/versions/[version]/builds/  mixed   404 404 404 200 200 200
POST   /projects/[project]/versions/[version]/builds/  public  401 403 403 403 202 202
POST   /projects/[project]/versions/[version]/builds/  private 401 404 404 403 202 202
POST   /projects/[project]/versions/[version]/builds/  mixed   401 403 403 403 202 202
GET    /projects/[project]/versions/[version]/builds/[build]/ public  200 200 200 200 200 200
GET    /projects/[project]/versions/[version]/builds/[build]/ private 404 404 404 200 200 200
GET    /projects/[project]/versions/[version]/builds/[build]/ mixed   404 404 404 200 200 200

POST   /projects/[project]/builds-on/                  public  401 403 403 403 204 204
POST   /projects/[project]/builds-on/                  private 401 404 404 403 204 204
DELETE /projects/[project]/build-caches/               public  401 403 403 403 204 204
DELETE /projects/[project]/build-caches/               private 401 404 404 403 204 204
GET    /projects/[project]/builds/                     public  200 200 200 200 200 200
GET    /projects/[project]/builds/                     private 200 200 200 200 200 200
POST   /projects/[project]/builds/                     public  401 403 403 403 405 405
GET    /projects/[project]/builds/[build]/             public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/             private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/             mixed   404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/commands/    public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/commands/    private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/commands/    mixed   404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/environment/ public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/environment/ private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/environment/ mixed   404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/events/      public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/events/      private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/events/      mixed   404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/log/         public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/log/         private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/log/         mixed   404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/notifications/ public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/notifications/ private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/notifications/ mixed   404 404 404 200 200 200
POST   /projects/[project]/builds/[build]/notifications/ public  401 403 403 403 405 405
GET    /projects/[project]/builds/[build]/notifications/[notification]/ public  200 200 200 200 200 200
GET    /projects/[project]/builds/[build]/notifications/[notification]/ private 404 404 404 200 200 200
GET    /projects/[project]/builds/[build]/notifications/[notification]/ mixed   404 404 404 200 200 200
POST   /projects/[project]/builds/[build]/cancel/      public  401 403 403 403 202 202
POST   /projects/[project]/builds/[build]/cancel/      private 401 404 404 403 202 202
POST   /projects/[project]/builds/[build]/cancel/      mixed   401 403 403 403 202 202
GET    /projects/[project]/builds/[build]/cancel/      private 405 405 405 405 405 405
POST   /projects/[project]/builds/[build]/retry/       public  401 403 403 403 202 202
POST   /projects/[project]/builds/[build]/retry/       private 401 404 404 403 202 202
`;

testTable(table, businessWorld);
