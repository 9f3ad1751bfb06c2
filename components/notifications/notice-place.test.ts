import { expect, test } from "vitest";
import { placeOfNotice } from "./notice-place.ts";

test.each([
  ["projects/pip/notifications/7/", "pip", "/projects/pip/"],
  ["projects/pip/builds/12/notifications/7/", "pip", "/projects/pip/builds/12/"],
  ["organizations/acme/notifications/7/", "acme", "/organizations/acme/"],
  ["users/ana/notifications/7/", "Your account", "/accounts/edit/"],
])("%s is about %s", (self, name, href) => {
  expect(placeOfNotice(`https://docs.example.com/api/v3/${self}`)).toEqual({ name, href });
});
