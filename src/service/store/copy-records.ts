import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";

/** How many records one insert statement contains; limits a statement's text to a few megabytes. */
const batchSize = 500;

/** A record as a parameter of type `json`. As text, because a jsonb parameter would lose the order of its fields. */
export const asJson = (sql: Query, value: unknown): Fragment =>
  sql`${JSON.stringify(value)}::text::json`;

/** Inserts records into a table of the shape (record json, generated columns). */
export const insertDocuments = async (
  sql: Query,
  table: string,
  records: readonly unknown[],
): Promise<void> => {
  for (let start = 0; start < records.length; start += batchSize) {
    const batch = records.slice(start, start + batchSize);
    await sql`insert into ${sql(table)} (record) select value from json_array_elements(${asJson(sql, batch)})`;
  }
};

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

/**
 * Fills a database without records, all or nothing, and returns whether it did. Of several processes that try at once
 * the first one fills it; the others wait for that and leave it unchanged.
 */
export const fillIfEmpty = (
  sql: Sql,
  fill: (sql: TransactionSql) => Promise<void>,
): Promise<boolean> =>
  // A bulk load takes longer than a request may, and so does waiting for another process' load.
  sql.begin((transaction) => fillOnce(transaction, fill), { statementMs: 0 });

const fillOnce = async (
  transaction: TransactionSql,
  fill: (sql: TransactionSql) => Promise<void>,
): Promise<boolean> => {
  await transaction`set local lock_timeout = 0`;
  await transaction`set local idle_in_transaction_session_timeout = 0`;
  await transaction`select pg_advisory_xact_lock(hashtext('service.demonstration'))`;
  const [row] = await transaction<{ filled: boolean }[]>`
    select exists (select from service.sources) or exists (select from service.channels)
      or exists (select from service.product_parents) or exists (select from service.purchase_orders)
      or exists (select from service.returns) or exists (select from service.webhook_configurations)
      or exists (select from service.mapping_rules) or exists (select from service.mapping_sets) as filled`;
  if (row?.filled !== false) return false;
  await fill(transaction);
  return true;
};

/**
 * Adds up the counts of records that changes have added, in each table where they more than double its rows. With a
 * `share` of 0, also where there are few.
 */
export const foldCounts = async (sql: Query, share = 1): Promise<void> => {
  await sql`select service.fold_counts(${share})`;
};
