import { expect, test } from "vitest";
import { claimEdition } from "#lib/instance/commands.ts";
import { findInstance } from "#lib/instance/queries.ts";
import { db } from "#lib/platform/db/client.ts";

test("the first start writes its edition down; the same one may start again, another is told why not", async () => {
  expect(await findInstance()).toBeNull();
  await Promise.all([claimEdition("community"), claimEdition("community"), claimEdition("community")]);
  expect(await findInstance()).toMatchObject({
    edition: "community",
    settings: { signUp: null, emailDomains: [], organizationsBy: "everybody", projectsBy: "everybody" },
  });
  await claimEdition("community");
  await expect(claimEdition("business")).rejects.toThrow(
    "EDITION is business, but this database was set up for the community edition: set EDITION=community, or use another database.",
  );
  expect(await db.auditEvent.count({ where: { action: "instance.create" } })).toBe(1);
});

test("there can be no second instance row", async () => {
  await expect(db.instance.create({ data: { id: 2, edition: "business" } })).rejects.toThrow(
    "instance_one_row_check",
  );
});
