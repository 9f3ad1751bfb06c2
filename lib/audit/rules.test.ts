import { expect, test } from "vitest";
import { auditKindOf } from "#lib/audit/rules.ts";

test.each([
  ["team.member.add", "people"],
  ["organization.owner.remove", "people"],
  ["organization.update", "settings"],
  ["project.maintainer.add", "people"],
  ["project.update", "settings"],
  ["share.revoke", "share"],
  ["share_session.end", "share"],
  ["extension_request.create", "share"],
  ["session.start", "access"],
  ["build-caches.clear", "build"],
  ["version.publish", "version"],
  ["domain.check", "domain"],
  ["redirect.import", "settings"],
  ["something.new", "settings"],
])("%s is about %s", (action, kind) => {
  expect(auditKindOf(action)).toBe(kind);
});
