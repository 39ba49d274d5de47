import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "#database/sql.ts";
import type { Query } from "./query.ts";

/** Records that are still being made can be copied while they come. */
export type Records<T> = Iterable<T> | AsyncIterable<T>;

/** The columns of a table and what of a record goes into each; an object or array is written as JSON. */
export type Columns<T> = Readonly<
  Record<string, (record: T) => string | number | object | null | undefined>
>;

/** One COPY statement carries this many records, so that none outlasts the statement timeout of the pool. */
const recordsPerStatement = 2_000;

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A cell of COPY's text format. */
const cellOf = (value: ReturnType<Columns<never>[string]>): string => {
  if (value === null || value === undefined) return "\\N";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
};

/** Lines travel together until there are so many characters of them: a write to the socket for each would cost more. */
const charactersPerWrite = 64_000;

/** Records that are taken one by one, by as many statements as it needs. */
interface Source<T> {
  /** The next record; undefined when there is none. */
  next(): Promise<T | undefined>;
  readonly done: boolean;
}

const sourceOf = <T>(records: Records<T>): Source<T> => {
  const iterator =
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
  let done = false;
  return {
    next: async () => {
      const result = await iterator.next();
      done = result.done === true;
      return result.done === true ? undefined : result.value;
    },
    get done() {
      return done;
    },
  };
};

/** One statement's lines, made while the server reads those before them. */
async function* lines<T>(columns: Columns<T>, source: Source<T>, counted: () => void) {
  const cells = Object.values(columns);
  let text = "";
  for (let taken = 0; taken < recordsPerStatement; taken += 1) {
    const record = await source.next();
    if (record === undefined) break;
    counted();
    text += `${cells.map((cell) => cellOf(cell(record))).join("\t")}\n`;
    if (text.length < charactersPerWrite) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

const copyBatch = async <T>(
  sql: Query,
  table: string,
  columns: Columns<T>,
  source: Source<T>,
  counted: () => void,
): Promise<void> => {
  const copying = sql`copy service.${sql(table)} (${sql(Object.keys(columns))}) from stdin`;
  const into = await copying.writable();
  // Once the last line is sent, the library tells a refusal to the query alone, whose own promise is settled by then:
  // without this, a record that breaks a constraint would leave the copy waiting for ever.
  const refused = new Promise<never>((_, reject) => Object.assign(copying, { reject }));
  const written = pipeline(
    Readable.from(lines(columns, source, counted), { highWaterMark: 2 }),
    into,
  );
  await Promise.race([written, refused]);
};

/**
 * Loads many records into `service.<table>` by COPY, much faster than INSERT, and answers how many they were.
 * Give it a transaction where all or none must be there.
 */
export const copyRecords = async <T>(
  sql: Query,
  table: string,
  columns: Columns<T>,
  records: Records<T>,
): Promise<number> => {
  let count = 0;
  const source = sourceOf(records);
  while (!source.done) await copyBatch(sql, table, columns, source, () => (count += 1));
  return count;
};

/**
 * Makes the planner know the loaded tables and their pages readable from the index alone, which the server would do by
 * itself a minute later. Not within a transaction.
 */
export const settleTables = async (sql: Sql, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await sql`vacuum (analyze) service.${sql(table)}`;
};
