import { expect, test } from "vitest";
import { communityDocument } from "./openapi-edition.ts";

const operation = (tag: string, schema: string, edition?: "business") => ({
  tags: [tag],
  ...(edition && { "x-edition": edition }),
  responses: {
    200: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
  },
});

const document = {
  openapi: "3.1.0",
  tags: [{ name: "Projects" }, { name: "Teams" }],
  paths: {
    "/projects/": { get: operation("Projects", "Project"), post: operation("Projects", "Key", "business") },
    "/teams/": { get: operation("Teams", "Team", "business") },
  },
  components: {
    securitySchemes: { token: { type: "apiKey" } },
    schemas: {
      Project: {
        type: "object",
        required: ["name", "organization"],
        properties: {
          name: { $ref: "#/components/schemas/Name" },
          organization: { type: "string", "x-edition": "business" },
        },
      },
      Name: { type: "string" },
      Key: { type: "object" },
      Team: { type: "object" },
    },
  },
};

test("the community edition's document knows no business routes, fields, or what only they need", () => {
  expect(communityDocument(document)).toEqual({
    openapi: "3.1.0",
    tags: [{ name: "Projects" }],
    paths: { "/projects/": { get: operation("Projects", "Project") } },
    components: {
      securitySchemes: { token: { type: "apiKey" } },
      schemas: {
        Project: {
          type: "object",
          required: ["name"],
          properties: { name: { $ref: "#/components/schemas/Name" } },
        },
        Name: { type: "string" },
      },
    },
  });
});
