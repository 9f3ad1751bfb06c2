import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { describeBody } from "#app/api/v3/_kit/metadata.ts";
import { env } from "#lib/platform/env.ts";
import { choice, flag, integer, text, texts } from "#lib/platform/wire/coerce.ts";

afterEach(() => {
  env.EDITION = "business";
});

const color = choice(["red", "blue"]).meta({ id: "TestColor" });
const body = z.object({
  repository: z.object({ url: text({ max: 255 }), type: choice(["git"]).optional() }),
  project_name: text({ max: 63 }),
  tags: texts().optional(),
  enabled: flag().optional(),
  color: color.nullable().optional(),
  position: integer({ min: 0, max: 9 }).default(0),
  privacy_level: text().optional().meta({ "x-edition": "business" }),
});
const field = (type: string, label: string, required: boolean, more = {}) => ({
  type,
  label,
  required,
  read_only: false,
  ...more,
});

test("each field tells its type, its limits and whether it must be given", () => {
  expect(describeBody(body)).toEqual({
    repository: field("nested object", "Repository", true, {
      children: {
        url: field("string", "Url", true, { max_length: 255 }),
        type: field("choice", "Type", false, { choices: [{ value: "git", display_name: "git" }] }),
      },
    }),
    project_name: field("string", "Project name", true, { max_length: 63 }),
    tags: field("list", "Tags", false, { child: field("string", "", true) }),
    enabled: field("boolean", "Enabled", false),
    color: field("choice", "Color", false, {
      choices: [
        { value: "red", display_name: "red" },
        { value: "blue", display_name: "blue" },
      ],
    }),
    position: field("integer", "Position", false, { min_value: 0, max_value: 9 }),
    privacy_level: field("string", "Privacy level", false),
  });
});

test("fields of the other edition do not exist", () => {
  env.EDITION = "community";
  expect(describeBody(body)).not.toHaveProperty("privacy_level");
});
