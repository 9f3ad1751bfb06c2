import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { buildNotices, listOf } from "#app/api/v3/notifications/_notices.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  { GET: listOf("List what went wrong with a build, or should be known of it", buildNotices) },
  { otherwise: projectAdmin },
);
