/** The name a repository suggests for its project: the last part of its address. */
export function nameFromUrl(url: string): string {
  const last = url.trim().replace(/\/+$/, "").split(/[/:]/).at(-1) ?? "";
  return last.replace(/\.git$/, "");
}
