import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Query, Sql, TransactionSql } from "./sql.ts";

interface Migration {
  number: number;
  name: string;
  checksum: string;
  text: string;
}

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

export interface MigrateOptions {
  /** The schema of the tables; created when missing. Each file runs with it first in the search path. */
  schema: string;
  /** The folder of the NNNN-*.sql files. */
  folder: string | URL;
}

/**
 * Migrates a schema to this program's version: every file in the folder that `<schema>.migrations` does not name is
 * run, in order, each in its own transaction. Any number of processes may do this at once. Nothing is changed when the
 * database was created by a newer program or when a file that already ran has changed since.
 */
export async function migrate(sql: Sql, options: MigrateOptions): Promise<void> {
  const migrations = await readMigrations(options.folder);
  const record = `${options.schema}.migrations`;
  const [known] = await sql<
    { table: string | null }[]
  >`select to_regclass(${record})::text as table`;
  // The usual start: everything is up to date, and one check without a lock confirms it.
  if (
    known?.table &&
    !nextMigration(migrations, await readApplied(sql, options.schema), options.schema)
  )
    return;
  const apply = (transaction: TransactionSql) => applyNext(transaction, migrations, options.schema);
  // Building an index, or waiting for another process that does, may take longer than a request may.
  while (await sql.begin(apply, { statementMs: 0 }));
}

/** One step; false when there was nothing left to do. */
async function applyNext(
  sql: TransactionSql,
  migrations: Migration[],
  schema: string,
): Promise<boolean> {
  await sql`set local lock_timeout = 0`;
  await sql`select pg_advisory_xact_lock(hashtext('supercargo.migrate'), hashtext(${schema}))`;
  await sql`create schema if not exists ${sql(schema)}`;
  await sql`create table if not exists ${sql(schema)}.migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;
  const next = nextMigration(migrations, await readApplied(sql, schema), schema);
  if (!next) return false;
  await sql`set local search_path to ${sql(schema)}, public`;
  try {
    await sql.script(next.text);
  } catch (cause) {
    throw new Error(`The migration ${next.name} of ${schema} failed: ${String(cause)}`, { cause });
  }
  const { number, name, checksum } = next;
  await sql`
    insert into ${sql(schema)}.migrations (number, name, checksum)
    values (${number}, ${name}, ${checksum})`;
  return true;
}

function readApplied(sql: Query, schema: string): Promise<Applied[]> {
  return sql<
    Applied[]
  >`select number, name, checksum from ${sql(schema)}.migrations order by number`;
}

function nextMigration(
  migrations: Migration[],
  applied: Applied[],
  schema: string,
): Migration | undefined {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const known = byNumber.get(number);
    if (!known) {
      throw new Error(
        `The database was created by a newer version: its schema ${schema} has the migration ${name}, which is unknown to this version. ` +
          "Start the newer version, or use a different database (DATABASE_URL or DATA_DIR).",
      );
    }
    if (known.checksum !== checksum) {
      throw new Error(
        `The migration ${known.name} of ${schema} was changed after it ran on this database. ` +
          "Restore the file, and put the change in a new file with the next number.",
      );
    }
    byNumber.delete(number);
  }
  return byNumber.values().next().value;
}

async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  const names = (await readdir(path)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(path, name)));
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1)
      throw new Error(
        `Migrations are numbered from 0001 without gaps or repeats, but ${name} is in place ${index + 1}.`,
      );
  });
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    throw new Error(`${name} is not a valid migration name. Use NNNN-words.sql.`);
  // A checkout may convert line ends to CRLF; that is no change.
  const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
  return {
    number: Number(name.slice(0, 4)),
    name,
    checksum: createHash("sha256").update(text).digest("hex"),
    text,
  };
}
