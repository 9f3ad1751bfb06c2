import { methods } from "#app/api/v3/_kit/methods.ts";
import { changeOf, oneOf, organizationNotices } from "#app/api/v3/notifications/_notices.ts";

const change = changeOf(
  "Mark a notification of an organization as read, dismissed or unread",
  organizationNotices,
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: oneOf("Show a notification of an organization", organizationNotices),
  PUT: change,
  PATCH: change,
});
