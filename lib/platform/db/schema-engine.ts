import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from "@prisma/driver-adapter-utils";
import { type MigrationList, SchemaEngine, type SchemasContainer } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { withDatabase } from "#lib/platform/db/database-name.ts";

/** The type oid of PostgreSQL's one-byte "char", which only its catalogue uses, and that of text. */
const CHAR_OID = 18;
const TEXT_OID = 25;

const prismaFolder = resolve(import.meta.dirname, "../../../prisma");

/** pgboss keeps its own schema in order; the engine looks at `public` alone. */
export const filters = { externalTables: [], externalEnums: [] };

export async function readSchema(): Promise<SchemasContainer> {
  const folder = resolve(prismaFolder, "schema");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma")).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(resolve(folder, name), "utf8") })),
  );
  return { files };
}

export async function readMigrations(): Promise<MigrationList> {
  const baseDir = resolve(prismaFolder, "migrations");
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: {
          tag: "ok" as const,
          value: await readFile(resolve(baseDir, path, "migration.sql"), "utf8"),
        },
      },
    })),
  );
  const lock = await readFile(resolve(baseDir, "migration_lock.toml"), "utf8");
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: lock },
    shadowDbInitScript: "",
    migrationDirectories,
  };
}

/**
 * Prisma's schema engine as WebAssembly over `pg`: no binary to download. The adapter is mended in three places, because
 * the engine asks for more than `PrismaPg` gives: catalogue columns of type "char", whole scripts holding `$$` bodies, and
 * a shadow database. Every connection is closed before this returns: the engine keeps a session lock on one of them.
 */
export async function withSchemaEngine<T>(
  url: string,
  run: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const factory = new MendedFactory(url);
  // Without this the engine's panics surface as an unreadable TypeError.
  Reflect.set(globalThis, "PRISMA_WASM_PANIC_REGISTRY", {
    set_message: (message: string) => {
      throw new Error(`The schema engine failed: ${message}`);
    },
  });
  try {
    const { files } = await readSchema();
    const datamodels = files.map((file): [string, string] => [file.path, file.content]);
    const engine = await SchemaEngine.new(
      { datamodels },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    try {
      return await run(engine);
    } finally {
      engine.free();
    }
  } finally {
    await factory.close();
  }
}

class MendedFactory {
  readonly provider = "postgres";
  readonly adapterName = "@prisma/adapter-pg";
  readonly #url: string;
  readonly #pools: pg.Pool[] = [];
  readonly #shadows: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  connect(): Promise<SqlDriverAdapter> {
    return this.#adapter(this.#url);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `lectern_shadow_${randomBytes(6).toString("hex")}`;
    await statement(this.#url, `create database ${name} template template0`);
    this.#shadows.push(name);
    return this.#adapter(withDatabase(this.#url, name));
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
    for (const name of this.#shadows)
      await statement(this.#url, `drop database if exists ${name} with (force)`);
  }

  async #adapter(connectionString: string): Promise<SqlDriverAdapter> {
    const pool = new CatalogPool({ connectionString, max: 2 });
    this.#pools.push(pool);
    const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? []) {
        result.columnTypes[index] = ColumnTypeEnum.Character;
      }
      return result;
    };
    adapter.executeScript = async (script) => {
      try {
        await pool.query(`${script}\n;${markMigration}`);
      } catch (error) {
        throw adapterError(error);
      }
    };
    return adapter;
  }
}

/**
 * Said with every script, so in the transaction of the migration it holds: whoever is killed between running a migration and
 * writing that down would otherwise run it twice. The engine writes the same again.
 */
const markMigration = `do $mark$ begin
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = now(), applied_steps_count = 1
      where finished_at is null and rolled_back_at is null;
  end if;
end $mark$`;

const charColumns = new WeakMap<object, number[]>();

/** Reports "char" columns as text, which the adapter can read, and remembers which they were. */
class CatalogPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    const query = this.query.bind(this);
    const patched = async (...args: Parameters<typeof query>) => {
      const result: unknown = await Reflect.apply(query, this, args);
      if (isResult(result)) markCharColumns(result);
      return result;
    };
    Reflect.set(this, "query", patched);
  }
}

function isResult(value: unknown): value is pg.QueryArrayResult {
  return typeof value === "object" && value !== null && "fields" in value && Array.isArray(value.fields);
}

function markCharColumns(result: pg.QueryArrayResult): void {
  const hits: number[] = [];
  result.fields.forEach((field, index) => {
    if (field.dataTypeID !== CHAR_OID) return;
    field.dataTypeID = TEXT_OID;
    hits.push(index);
  });
  if (hits.length > 0) charColumns.set(result.rows, hits);
}

function adapterError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  return new DriverAdapterError({
    kind: "postgres",
    code: error.code ?? "N/A",
    severity: error.severity ?? "ERROR",
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
    ...(error.code === undefined ? {} : { originalCode: error.code }),
    originalMessage: error.message,
  });
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
