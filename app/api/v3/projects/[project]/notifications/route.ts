import { methods } from "#app/api/v3/_kit/methods.ts";
import { listOf, projectNotices } from "#app/api/v3/notifications/_notices.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: listOf("List what a project's people should know, newest first", projectNotices),
});
