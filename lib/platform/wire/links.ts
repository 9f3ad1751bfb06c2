import { env } from "#lib/platform/env.ts";

/** An absolute address on the dashboard's origin: links in answers never follow the request's host (decision 13). */
export const dashboardUrl = (path: string): string => `${env.DASHBOARD_URL}${path}`;
