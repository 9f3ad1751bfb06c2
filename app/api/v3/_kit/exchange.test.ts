import { expect, test } from "vitest";
import { tellable } from "#app/api/v3/_kit/exchange.ts";

test.each([
  ["/api/v3/projects/pip/", "/api/v3/projects/pip/"],
  ["/api/v3/organizations/acme/invitations/7/", "/api/v3/organizations/acme/invitations/7/"],
  ["/api/v3/invitations/s3cret/", "/api/v3/invitations/…/"],
  ["/api/v3/invitations/s3cret/accept/", "/api/v3/invitations/…/accept/"],
  ["/api/v3/invitations/s3cret.json", "/api/v3/invitations/…"],
])("%s is told as %s", (path, expected) => expect(tellable(path)).toBe(expected));
