import { describe, expect, it } from "vitest";
import { abilitiesOn } from "#lib/builds/policy.ts";
import type { VersionAccess, VersionStanding } from "#lib/versions/policy.ts";

const stranger: VersionStanding = { member: false, admin: false, externalBuildsPrivacyLevel: "public" };
const strict: VersionStanding = { ...stranger, externalBuildsPrivacyLevel: "private" };
const reader: VersionStanding = { ...strict, member: true };
const admin: VersionStanding = { ...reader, admin: true };

const open: VersionAccess = { type: "branch", privacyLevel: "public" };
const closed: VersionAccess = { type: "tag", privacyLevel: "private" };
const preview: VersionAccess = { type: "external", privacyLevel: "private" };

const none = { view: false, admin: false };
const look = { view: true, admin: false };
const both = { view: true, admin: true };

describe("who sees a build of a visible project", () => {
  it.each<[string, VersionStanding, VersionAccess | null, typeof none]>([
    ["a stranger, public version", stranger, open, look],
    ["a stranger, private version", stranger, closed, none],
    ["a stranger, preview of a project that shows them", stranger, preview, look],
    ["a stranger, preview of a project that hides them", strict, preview, none],
    ["a stranger, deleted version", stranger, null, none],
    ["a reader, private version", reader, closed, look],
    ["a reader, hidden preview", reader, preview, look],
    ["a reader, deleted version", reader, null, look],
    ["an admin, private version", admin, closed, both],
    ["an admin, deleted version", admin, null, both],
  ])("%s", (_, standing, version, expected) => {
    expect(abilitiesOn(standing, { version })).toEqual(expected);
  });
});
