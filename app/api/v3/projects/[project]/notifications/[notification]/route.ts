import { methods } from "#app/api/v3/_kit/methods.ts";
import { changeOf, oneOf, projectNotices } from "#app/api/v3/notifications/_notices.ts";

const change = changeOf("Mark a notification of a project as read, dismissed or unread", projectNotices);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: oneOf("Show a notification of a project", projectNotices),
  PUT: change,
  PATCH: change,
});
