import { vi } from "vitest";
import { buildProject } from "#test/factories/tenants.ts";
import { testProjectRows } from "#test/project-rows.ts";

vi.hoisted(() => {
  process.env.EDITION = "community";
});

testProjectRows((maintainer) => buildProject({ maintainer }));
