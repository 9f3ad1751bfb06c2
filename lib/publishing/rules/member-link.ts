/**
 * Where a link from the dashboard to private documentation leads (architecture: docs hosts): through the docs host's log-in, which
 * lets a signed-in member straight in and sends everybody else on to the log-in page. Public documentation is linked as it is.
 */
export function memberLink(documentation: string): string {
  const { origin, pathname, search } = new URL(documentation);
  return `${origin}/_/login?${new URLSearchParams({ next: `${pathname}${search}` })}`;
}
