import { addressProblems, normalise, wildcardProblem } from "#lib/redirects/rules.ts";
import { type RedirectType, redirectInput } from "#lib/redirects/schema.ts";

/** What a redirect says, apart from its place in the order. */
export interface Values {
  readonly type: RedirectType;
  readonly fromUrl: string;
  readonly toUrl: string;
  readonly httpStatus: 301 | 302;
  readonly force: boolean;
  readonly enabled: boolean;
  readonly description: string;
}

/** Something written on a line of a text, before anybody has checked it: fields by their names in the API. */
export interface Written {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** A redirect that a line asks for. */
export interface Wanted {
  readonly line: number;
  readonly values: Values;
}

/** Two redirects with the same are taken for one. */
export const keyOf = ({ type, fromUrl }: Pick<Values, "type" | "fromUrl">): string => `${type} ${fromUrl}`;

/** Ten times what a project may have. Each is some work, and a text may hold a hundred thousand lines. */
const mostWritten = 1_000;

/** Checks what was written as the API checks a single redirect; what is wrong comes as sentences that name the line. */
export function checkWritten(written: readonly Written[]): { wanted: Wanted[]; problems: string[] } {
  const wanted: Wanted[] = [];
  const problems: string[] = [];
  if (written.length > mostWritten)
    return { wanted, problems: [`At most ${mostWritten} redirects can be imported at once.`] };
  const lines = new Map<string, number>();
  for (const { line, fields } of written) {
    const read = readValues(fields);
    if (Array.isArray(read)) {
      problems.push(...read.map((problem) => `Line ${line}: ${problem}`));
      continue;
    }
    const earlier = lines.get(keyOf(read));
    if (earlier !== undefined)
      problems.push(`Line ${line}: The redirect of line ${earlier} has the same type and from_url.`);
    lines.set(keyOf(read), line);
    wanted.push({ line, values: read });
  }
  return { wanted, problems };
}

function readValues(fields: Written["fields"]): Values | string[] {
  const parsed = redirectInput.safeParse(fields, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const input = parsed.data;
  const values = normalise({
    type: input.type,
    fromUrl: input.from_url ?? "",
    toUrl: input.to_url ?? "",
    httpStatus: input.http_status ?? 302,
    force: input.force ?? false,
    enabled: input.enabled ?? true,
    description: input.description ?? "",
  });
  const unnormalised = { type: input.type, fromUrl: input.from_url ?? "", toUrl: input.to_url ?? "" };
  const addresses = Object.entries(addressProblems(unnormalised, input)).flatMap(([field, messages]) =>
    messages.map((message) => `${field}: ${message}`),
  );
  if (addresses.length > 0) return addresses;
  const wildcard = wildcardProblem(unnormalised);
  return wildcard === null ? values : [wildcard];
}
