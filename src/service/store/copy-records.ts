import type { Query, Sql } from "#database/sql.ts";

/** Records that are still being generated can be copied while they arrive. */
export type Records<T> = Iterable<T> | AsyncIterable<T>;

/** The columns of a table and the value of each in a record; an object or array is written as JSON. */
export type Columns<T> = Readonly<
  Record<string, (record: T) => string | number | object | null | undefined>
>;

/** One COPY statement carries this many records, so that none exceeds the statement timeout of the pool. */
const recordsPerStatement = 2_000;

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A cell of COPY's text format. */
const formatCell = (value: ReturnType<Columns<never>[string]>): string => {
  if (value === null || value === undefined) return "\\N";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
};

/** Lines are sent in chunks of about this many characters: a write to the socket for each would be slower. */
const charactersPerWrite = 64_000;

/** Records that are read one by one, by as many statements as needed. */
interface Source<T> {
  /** The next record; undefined when there is none. */
  next(): Promise<T | undefined>;
  readonly done: boolean;
}

const createSource = <T>(records: Records<T>): Source<T> => {
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

/** One statement's lines, generated while the server reads the lines before them. */
async function* lines<T>(columns: Columns<T>, source: Source<T>, counted: () => void) {
  const cells = Object.values(columns);
  let text = "";
  for (let taken = 0; taken < recordsPerStatement; taken += 1) {
    const record = await source.next();
    if (record === undefined) break;
    counted();
    text += `${cells.map((cell) => formatCell(cell(record))).join("\t")}\n`;
    if (text.length < charactersPerWrite) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/**
 * Loads many records into `service.<table>` by COPY, much faster than INSERT, and returns their number. Use a
 * transaction where all or none must be stored.
 */
export const copyRecords = async <T>(
  sql: Query,
  table: string,
  columns: Columns<T>,
  records: Records<T>,
): Promise<number> => {
  let count = 0;
  const source = createSource(records);
  const copying = sql`copy service.${sql(table)} (${sql(Object.keys(columns))}) from stdin`;
  while (!source.done)
    await sql.load(
      copying,
      lines(columns, source, () => (count += 1)),
    );
  return count;
};

/**
 * Updates the planner's statistics and the visibility map of the loaded tables, so that index-only scans work; the
 * server would do so itself a minute later. Not within a transaction.
 */
export const settleTables = async (sql: Sql, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await sql`vacuum (analyze) service.${sql(table)}`;
};
