import { methods } from "#app/api/v3/_kit/methods.ts";
import { listOf, ownFeed } from "#app/api/v3/notifications/_notices.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: listOf("List what waits for you, of your projects and organizations too, newest first", ownFeed),
});
