import { join } from "node:path";
import { type BuildAnswer, isFinal } from "../scripts/api-client.ts";
import { type Cluster, eventually } from "./cluster.ts";
import { commitFiles, configuration } from "./repository.ts";

/** How many pages a generation has; enough that writing and publishing them takes a moment. */
export const pageCount = 60;
const fill = "All work and no play makes a dull page. ".repeat(200);

/** The exact bytes of one page: they depend on the generation from the first line to the last. */
export const pageBytes = (generation: number, page: number): string =>
  `generation ${generation} page ${page}\n${fill}\nend of generation ${generation} page ${page}\n`;

/** Which generation these bytes are, or null when they are not exactly one page of one generation. */
export function generationOf(body: Buffer, page: number): number | null {
  const text = body.toString("utf8");
  const generation = Number(/^generation (\d+) page /.exec(text)?.[1] ?? Number.NaN);
  return text === pageBytes(generation, page) ? generation : null;
}

export const pagePath = (page: number): string => `/en/latest/page-${page}.html`;

/** A project whose every commit changes every page at once. Pages are committed files; the build copies them. */
export class GenerationSite {
  readonly slug: string;
  readonly #cluster: Cluster;
  readonly #repository: string;
  generation = 0;

  constructor(cluster: Cluster, name: string) {
    this.#cluster = cluster;
    this.slug = name.toLowerCase();
    this.#repository = join(cluster.directory, "repositories", this.slug);
  }

  /** Commits generation 1 and creates the project, which builds it. */
  async create(web = 0): Promise<void> {
    this.commitNext();
    await this.#cluster.api(web).post("/projects/", {
      name: this.slug,
      organization: "bench",
      privacy_level: "public",
      repository: { url: this.#repository, type: "git" },
    });
  }

  commitNext(): number {
    this.generation += 1;
    const pages = Array.from({ length: pageCount }, (_, page) => [
      `pages/page-${page}.html`,
      pageBytes(this.generation, page),
    ]);
    const commands = [
      'mkdir -p "$READTHEDOCS_OUTPUT/html"',
      "sleep 0.3",
      'cp pages/* "$READTHEDOCS_OUTPUT/html/" && cp pages/page-0.html "$READTHEDOCS_OUTPUT/html/index.html"',
    ];
    commitFiles(
      this.#repository,
      { ...Object.fromEntries(pages), ".readthedocs.yaml": configuration(commands) },
      `Generation ${this.generation}`,
    );
    return this.generation;
  }

  /** Triggers a build of `latest` and returns its id. */
  async trigger(web = 0): Promise<number> {
    const answer = await this.#cluster
      .api(web)
      .post<{ build: { id: number } }>(`/projects/${this.slug}/versions/latest/builds/`, {});
    return answer.build.id;
  }

  /** Waits for the end of a build; the newest one when no id is given. */
  ended(withinMs: number, id?: number, web = 0): Promise<BuildAnswer> {
    const api = this.#cluster.api(web);
    return eventually(
      `The end of build ${id ?? "(newest)"} of ${this.slug}`,
      async () => {
        const build = id
          ? await api.get<BuildAnswer>(`/projects/${this.slug}/builds/${id}/`)
          : await api.newestBuild(this.slug);
        return build && isFinal(build) ? build : null;
      },
      withinMs,
    );
  }

  /** The generation one page has now, null for anything that is not a whole page. Rejects when nobody answers. */
  async read(page: number, web = 0): Promise<number | null> {
    const answer = await this.#cluster.docs(this.slug, pagePath(page), web);
    return answer.status === 200 ? generationOf(answer.body, page) : null;
  }
}
