import { type FoundRecord, maxRecordMatches, type SearchedKind } from "#contract/record-search.ts";
import type { Fragment, Query } from "#database/sql.ts";
import { describeRecord, findMatched, readTyped, type TypedWord } from "./read-record.ts";

/*
 * Every search reads a bounded number of rows. A word of at most `mostRows` rows is looked up, and its records are checked
 * for the other words. Where all words are more frequent, the newest records are read instead, and then some of the word's.
 */

const mostRows = 10_000;
const mostNewest = 20_000;

/** The first text behind all that begin with a word, in the order of code points. */
const highest = "\u{10FFFF}";

const fitsRange = (sql: Query, copyId: number, word: string): Fragment =>
  sql`copy_id = ${copyId} and word >= ${word} and word < ${word + highest}`;

/** The rows of a word's spellings, up to a number of each. */
const rowsOf = (sql: Query, copyId: number, word: TypedWord, most: number): Fragment =>
  word
    .map(
      (one): Fragment =>
        sql`(select record_id from gateway.record_words where ${fitsRange(sql, copyId, one)} limit ${most})`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`);

const and = (sql: Query, parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, one) => sql`${all} and ${one}`, sql`true`);

/** Whether the words of a record's text, each at the start of a line, have each typed word. */
const hasWords = (sql: Query, words: readonly TypedWord[]): Fragment =>
  and(
    sql,
    words.map((word) => {
      const any = word
        .map((one): Fragment => sql`strpos(words, ${`\n${one}`}) > 0`)
        .reduce((all, one) => sql`${all} or ${one}`);
      return sql`(${any})`;
    }),
  );

const countRows = async (sql: Query, copyId: number, word: TypedWord): Promise<number> => {
  const rows = rowsOf(sql, copyId, word, mostRows + 1);
  const [counted] = await sql<{ rows: number }[]>`select count(*) as rows from (${rows}) as found`;
  return counted?.rows ?? 0;
};

type Id = number | string;

const limit = maxRecordMatches + 1;

const toIds = (rows: readonly { readonly id: Id }[]): Id[] => rows.map(({ id }) => id);

/** The records of a word that have the other words, too. */
const lookUp = async (
  sql: Query,
  copyId: number,
  word: TypedWord,
  others: readonly TypedWord[],
): Promise<Id[]> => {
  const rows = rowsOf(sql, copyId, word, mostRows);
  const found = sql`select distinct record_id from (${rows}) as found`;
  return toIds(
    others.length === 0
      ? await sql<{ id: Id }[]>`
          select record_id as id from (${found}) as one order by record_id desc limit ${limit}`
      : await sql<{ id: Id }[]>`
          select record_id as id from (${found}) as one
          join gateway.record_texts using (record_id)
          where copy_id = ${copyId} and ${hasWords(sql, others)}
          order by record_id desc limit ${limit}`,
  );
};

const readNewest = async (sql: Query, copyId: number, words: readonly TypedWord[]) =>
  toIds(
    await sql<{ id: Id }[]>`
      select record_id as id from (
        select record_id, words from gateway.record_texts
        where copy_id = ${copyId} order by record_id desc limit ${mostNewest}
      ) as newest
      where ${hasWords(sql, words)} order by record_id desc limit ${limit}`,
  );

interface Matches {
  /** The newest first, at most `maxRecordMatches`. */
  readonly ids: readonly Id[];
  readonly hasMore: boolean;
}

const byNewest = (a: Id, b: Id): number => {
  const [one, other] = [BigInt(a), BigInt(b)];
  return one > other ? -1 : one < other ? 1 : 0;
};

const cut = (ids: readonly Id[], hasMore = false): Matches => ({
  ids: ids.slice(0, maxRecordMatches),
  hasMore: hasMore || ids.length > maxRecordMatches,
});

/** The IDs of the records that have all words of a text. */
export const findIds = async (
  sql: Query,
  copyId: number,
  words: readonly TypedWord[],
): Promise<Matches> => {
  if (words.length === 0) return cut([]);
  const counted: { word: TypedWord; rows: number }[] = [];
  for (const word of words) {
    const rows = await countRows(sql, copyId, word);
    if (rows === 0) return cut([]);
    counted.push({ word, rows });
  }
  const [rarest, ...others] = counted.toSorted((a, b) => a.rows - b.rows);
  const lookedUp = () =>
    lookUp(
      sql,
      copyId,
      rarest!.word,
      others.map(({ word }) => word),
    );
  if (rarest!.rows <= mostRows) return cut(await lookedUp());
  const newest = await readNewest(sql, copyId, words);
  if (newest.length >= limit) return cut(newest);
  const all = new Map([...newest, ...(await lookedUp())].map((id) => [String(id), id]));
  return cut([...all.values()].toSorted(byNewest), true);
};

interface Wanted {
  readonly kind: SearchedKind;
  readonly text: string;
  readonly first: number;
  readonly count: number;
  readonly records: boolean;
}

interface HitRow {
  readonly id: Id;
  readonly record: string;
  readonly seen: number;
}

/** The matches of a text among one kind's records. */
export const searchRecords = async (
  sql: Query,
  copyId: number,
  { kind, text, first, count, records }: Wanted,
): Promise<{ total: number; hasMore: boolean; hits: FoundRecord[] }> => {
  const typed = readTyped(text);
  const { ids, hasMore } = await findIds(sql, copyId, typed);
  const page = ids.slice(first, first + count).map(String);
  const rows =
    page.length === 0
      ? []
      : await sql<HitRow[]>`
          select record_id as id, record, extract(epoch from seen_at)::float8 * 1000 as seen
          from gateway.records
          where copy_id = ${copyId} and record_id = any(${page}::bigint[])
          order by record_id desc`;
  const hits = rows.map(({ id, record: json, seen }): FoundRecord => {
    const record = JSON.parse(json) as unknown;
    const { name, status, date } = describeRecord(kind, record);
    return {
      // Beyond 2^53 it is text, as everywhere.
      id: id as number,
      name,
      matched: findMatched(kind, record, typed) ?? { field: "number", value: name },
      status,
      date,
      seenAt: Math.round(seen),
      ...(records ? { record } : {}),
    };
  });
  return { total: ids.length, hasMore, hits };
};
