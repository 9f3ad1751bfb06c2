import { ConfigError } from "#lib/builds/config/rules/error.ts";
import { choice, described, list, type Reader } from "#lib/builds/config/rules/values.ts";
import { isMapping, type Mapping } from "#lib/builds/config/rules/yaml.ts";

/** A mapping of the file while it is read. Reading a key uses it up; what is left at the end are keys nobody knows. */
export class Section {
  /** Dotted, `""` for the whole file. */
  readonly key: string;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #used = new Map<string, readonly Section[]>();

  constructor(values: Mapping, key = "") {
    this.key = key;
    this.#values = new Map(Object.entries(values));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** What the file gives for a key, without using it up. */
  given(name: string): unknown {
    return this.#values.get(name);
  }

  /** The value of a key, or `absent` if the file does not have it. An empty value is a value. */
  optional<T, A>(name: string, read: Reader<T>, absent: A): T | A {
    return this.has(name) ? this.required(name, read) : absent;
  }

  /** The value of a key; a missing one is an error, which `hint` explains. */
  required<T>(name: string, read: Reader<T>, hint = ""): T {
    if (!this.has(name))
      throw new ConfigError("config:validation:value-not-found", { key: this.keyOf(name), message: hint });
    this.#used.set(name, []);
    return read(this.given(name), this.keyOf(name));
  }

  /** The mapping under a key, an empty one if the file does not have it. */
  section(name: string): Section {
    return this.has(name) ? this.requiredSection(name) : new Section({}, this.keyOf(name));
  }

  /** The mapping under a key; a missing one is an error, which `hint` explains. */
  requiredSection(name: string, hint = ""): Section {
    const inner = this.required(name, asSection, hint);
    this.#used.set(name, [inner]);
    return inner;
  }

  /** The mapping under a key; null if the file has nothing there. */
  sectionOrNull(name: string): Section | null {
    if (this.given(name) != null) return this.requiredSection(name);
    this.#used.set(name, []);
    return null;
  }

  /** The mappings in a list under a key, none if the file does not have it. */
  sections(name: string): readonly Section[] {
    const items = this.optional(name, list, []);
    const inner = items.map((item, index) => asSection(item, `${this.keyOf(name)}.${index}`));
    this.#used.set(name, inner);
    return inner;
  }

  /** Refuses names that are not among the known ones, for mappings whose names are a choice. */
  allowOnly(names: readonly string[]): void {
    for (const name of this.names()) choice(names)(name, this.key);
  }

  /** A sentence about names that are not among the known ones, for a problem they may be the reason of; `""` without one. */
  doubt(known: readonly string[]): string {
    const name = this.names().find((given) => !known.includes(given));
    return name === undefined
      ? ""
      : `There is ${this.keyOf(name)}, which is not a known key: check its spelling.`;
  }

  /** Dotted keys nobody used, in the order of the file; of a mapping nobody knows, its first key. */
  unknown(): readonly string[] {
    return [...this.#values].flatMap(([name, value]) => {
      const inner = this.#used.get(name);
      return inner ? inner.flatMap((one) => one.unknown()) : [firstKeyIn(value, this.keyOf(name))];
    });
  }

  keyOf(name: string): string {
    return this.key === "" ? name : `${this.key}.${name}`;
  }
}

const asSection: Reader<Section> = (given, key) => {
  if (isMapping(given)) return new Section(given, key);
  throw new ConfigError("config:validation:invalid-dict", { key, value: described(given) });
};

function firstKeyIn(value: unknown, key: string): string {
  let [inner, path] = [value, key];
  while (isMapping(inner)) {
    const [first] = Object.entries(inner);
    if (!first) break;
    path = `${path}.${first[0]}`;
    inner = first[1];
  }
  return path;
}
