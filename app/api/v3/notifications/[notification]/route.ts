import { methods } from "#app/api/v3/_kit/methods.ts";
import { changeOf, oneOf, ownFeed } from "#app/api/v3/notifications/_notices.ts";

const change = changeOf("Mark a notification of your feed as read, dismissed or unread", ownFeed);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: oneOf("Show a notification of your feed", ownFeed),
  PUT: change,
  PATCH: change,
});
