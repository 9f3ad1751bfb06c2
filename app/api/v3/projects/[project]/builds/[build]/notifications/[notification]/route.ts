import { methods } from "#app/api/v3/_kit/methods.ts";
import {
  administeredBuildNotices,
  buildNotices,
  changeOf,
  oneOf,
} from "#app/api/v3/notifications/_notices.ts";

const change = changeOf(
  "Mark a notification of a build as read, dismissed or unread",
  administeredBuildNotices,
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: oneOf("Show a notification of a build", buildNotices),
  PUT: change,
  PATCH: change,
});
