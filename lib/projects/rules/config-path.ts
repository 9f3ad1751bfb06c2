const forbidden = "[]{}()`'\"\\%&<>|,";

/** Why a custom configuration file path is refused, or null (spec/api-v3.md 4.1, `readthedocs_yaml_path`). */
export function configPathProblem(path: string): string | null {
  if (path.startsWith("/"))
    return "Use a relative path. It should not begin with '/'. The path is relative to the root of your repository.";
  if (path.endsWith("/")) return "The path cannot end with '/', as it cannot be a directory.";
  if (path.includes("..")) return "Found invalid sequence in path: '..'";
  if ([...path].some((character) => forbidden.includes(character) || character < " "))
    return `Found invalid character. Avoid these characters: ${forbidden}`;
  if (path !== ".readthedocs.yaml" && !path.endsWith("/.readthedocs.yaml"))
    return "The only allowed filename is '.readthedocs.yaml'.";
  return null;
}
