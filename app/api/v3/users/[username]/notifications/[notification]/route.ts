import { methods } from "#app/api/v3/_kit/methods.ts";
import { changeOf, oneOf, userNotices } from "#app/api/v3/notifications/_notices.ts";

const change = changeOf("Mark a notification of your own as read, dismissed or unread", userNotices);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: oneOf("Show a notification of your own", userNotices),
  PUT: change,
  PATCH: change,
});
