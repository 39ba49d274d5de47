import {
  type FoundRecord,
  type FoundRecords,
  maxRecordMatches,
  type SearchedKind,
} from "#contract/record-search.ts";
import type { Fragment, Query } from "#database/sql.ts";
import {
  describeRecord,
  type Entry,
  findMatched,
  orderIdOf,
  readTyped,
  type TypedWord,
} from "./read-record.ts";
import type { CopyIds } from "./rma-lines.ts";

/*
 * Every search reads a bounded number of rows. The rows of each word are counted up to `mostRows`. If the rarest word has
 * fewer, its records are those that the other words have too. If not, the newest records are read, and where these have too
 * few matches, the first rows of all words are compared.
 */

const mostRows = 15_000;
const mostNewest = 6_000;
/** Each of these is looked up at another place of the disk. */
const mostProbed = 3_000;

/** The first text behind all that begin with a word, in the order of code points. */
const highest = "\u{10FFFF}";

const fitsRange = (sql: Query, copyId: number, word: string): Fragment =>
  sql`copy_id = ${copyId} and word >= ${word} and word < ${word + highest}`;

/** The rows of a word's spellings, up to a number of each: of a whole word the newest. */
const rowsOf = (sql: Query, copyId: number, word: TypedWord, most: number): Fragment =>
  word
    .map(
      (one): Fragment => sql`(
        select record_id from gateway.record_words where ${fitsRange(sql, copyId, one)}
        order by word desc, record_id desc limit ${most})`,
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

interface CountedWord {
  readonly word: TypedWord;
  readonly rows: number;
}

/** The records of a word that have the other words, too. */
const lookUp = async (
  sql: Query,
  copyId: number,
  { word: rarest, rows: most }: CountedWord,
  others: readonly CountedWord[],
): Promise<{ ids: Id[]; isPart: boolean }> => {
  // Where all are frequent, only the first rows of each are compared.
  const rare = others.filter(({ rows }) => rows <= mostRows || most > mostRows);
  const frequent = others.filter((one) => !rare.includes(one));
  // INTERSECT takes linear time, whatever the planner knows of the table.
  const common = rare
    .map(({ word }) => rowsOf(sql, copyId, word, mostRows))
    .reduce(
      (all, one) => sql`${all} intersect select record_id from (${one}) as other`,
      sql`select distinct record_id from (${rowsOf(sql, copyId, rarest, mostRows)}) as one`,
    );
  const candidates = toIds(
    await sql<{ id: Id }[]>`
      select record_id as id from (${common}) as common order by record_id desc
      limit ${frequent.length === 0 ? limit : mostProbed + 1}`,
  );
  if (frequent.length === 0) return { ids: candidates, isPart: false };
  const probed = candidates.slice(0, mostProbed).map(String);
  const fitting = hasWords(
    sql,
    frequent.map(({ word }) => word),
  );
  const rows = await sql<{ id: Id }[]>`
    select record_id as id from gateway.record_texts
    where copy_id = ${copyId} and record_id = any(${probed}::bigint[]) and ${fitting}
    order by record_id desc limit ${limit}`;
  return { ids: toIds(rows), isPart: candidates.length > mostProbed };
};

const readNewest = async (sql: Query, copyId: number, words: readonly TypedWord[], most: number) =>
  toIds(
    await sql<{ id: Id }[]>`
      select record_id as id from (
        select record_id, words from gateway.record_texts
        where copy_id = ${copyId} order by record_id desc limit ${mostNewest}
      ) as newest
      where ${hasWords(sql, words)} order by record_id desc limit ${most}`,
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

/** The IDs of the records that have all words; of very many, as many as are needed. */
const findIds = async (
  sql: Query,
  copyId: number,
  words: readonly TypedWord[],
  needed: number,
): Promise<Matches> => {
  if (words.length === 0) return cut([]);
  const counted: CountedWord[] = [];
  for (const word of words) {
    const rows = await countRows(sql, copyId, word);
    if (rows === 0) return cut([]);
    counted.push({ word, rows });
  }
  const [rarest, ...others] = counted.toSorted((a, b) => a.rows - b.rows);
  const isRare = rarest!.rows <= mostRows;
  const newest = isRare ? [] : await readNewest(sql, copyId, words, needed + 1);
  if (newest.length > needed) return cut(newest.slice(0, needed), true);
  const { ids, isPart } = await lookUp(sql, copyId, rarest!, others);
  if (isRare) return cut(ids, isPart);
  const all = new Map([...newest, ...ids].map((id) => [String(id), id]));
  return cut([...all.values()].toSorted(byNewest), true);
};

interface HitRow {
  readonly id: Id;
  readonly record: string;
  readonly seen: number;
}

const readRows = async (sql: Query, copyId: number, ids: readonly Id[]): Promise<HitRow[]> =>
  ids.length === 0
    ? []
    : sql<HitRow[]>`
        select record_id as id, record, extract(epoch from seen_at)::float8 * 1000 as seen
        from gateway.records
        where copy_id = ${copyId} and record_id = any(${ids.map(String)}::bigint[])
        order by record_id desc`;

/** What a return or an RMA was found by, if that is not its own: a value of its order. */
type Linked = ReadonlyMap<string, Entry>;

/** A return is also found by what tells of its order who bought it and how it was sent, not by the order's other items. */
const linkedFields: ReadonlySet<string> = new Set([
  "number",
  "customer",
  "email",
  "phone",
  "tracking",
]);
const mostLinkedOrders = 50;
/** Of very frequent words, at least so many matches are counted. */
const fewest = 100;
const mostLinked = 200;

const findChildren = async (
  sql: Query,
  copyId: number | undefined,
  parents: Linked,
): Promise<Linked> => {
  if (copyId === undefined || parents.size === 0) return new Map();
  const rows = await sql<{ id: Id; parent: Id }[]>`
    select record_id as id, parent_id as parent from gateway.records
    where copy_id = ${copyId} and parent_id = any(${[...parents.keys()]}::bigint[])
    order by record_id desc limit ${mostLinked}`;
  return new Map(rows.map(({ id, parent }) => [String(id), parents.get(String(parent))!]));
};

type LinkedByKind = Readonly<Partial<Record<SearchedKind, Linked>>>;

/** The returns and RMAs of the newest orders that match. */
const findLinked = async (
  sql: Query,
  copies: CopyIds,
  typed: readonly TypedWord[],
  ids: readonly Id[],
): Promise<LinkedByKind> => {
  const orders = copies.get("purchase-orders");
  if (orders === undefined) return {};
  const entries = new Map<string, Entry>();
  for (const { record: json } of await readRows(sql, orders, ids.slice(0, mostLinkedOrders))) {
    const record = JSON.parse(json) as unknown;
    const [orderId, entry] = [orderIdOf(record), findMatched("purchase-orders", record, typed)];
    if (orderId !== undefined && entry !== undefined && linkedFields.has(entry.field))
      entries.set(orderId, entry);
  }
  const returns = await findChildren(sql, copies.get("returns"), entries);
  const rmas = await findChildren(sql, copies.get("rmas"), returns);
  return { returns, rmas };
};

interface Wanted {
  readonly kinds: readonly SearchedKind[];
  readonly text: string;
  readonly first: number;
  readonly count: number;
  readonly records: boolean;
}

type Found = Pick<FoundRecords, "kind" | "total" | "hasMore" | "hits">;

/** The matches of a text among the records of each kind. */
export const searchRecords = async (
  sql: Query,
  copies: CopyIds,
  { kinds, text, first, count, records }: Wanted,
): Promise<Found[]> => {
  const typed = readTyped(text);
  const find = async (kind: SearchedKind, needed: number): Promise<Matches> => {
    const copyId = copies.get(kind);
    return copyId === undefined ? cut([]) : findIds(sql, copyId, typed, Math.max(needed, fewest));
  };
  const orders = find("purchase-orders", first + count);
  const linking = kinds.some((kind) => kind !== "purchase-orders")
    ? orders.then(async ({ ids }) => findLinked(sql, copies, typed, ids))
    : undefined;
  const search = async (kind: SearchedKind): Promise<Found> => {
    const copyId = copies.get(kind);
    if (copyId === undefined) return { kind, total: 0, hasMore: false, hits: [] };
    const [own, links] = await Promise.all([
      kind === "purchase-orders" ? orders : find(kind, first + count),
      linking,
    ]);
    const linked = links?.[kind] ?? new Map<string, Entry>();
    const all = new Set([...own.ids.map(String), ...linked.keys()]);
    const { ids, hasMore } = cut([...all].toSorted(byNewest), own.hasMore);
    const rows = await readRows(sql, copyId, ids.slice(first, first + count));
    const hits = rows.map(({ id, record: json, seen }): FoundRecord => {
      const record = JSON.parse(json) as unknown;
      const { name, status, date } = describeRecord(kind, record);
      return {
        // Beyond 2^53 it is text, as everywhere.
        id: id as number,
        name,
        matched: findMatched(kind, record, typed) ??
          linked.get(String(id)) ?? { field: "number", value: name },
        status,
        date,
        seenAt: Math.round(seen),
        ...(records ? { record } : {}),
      };
    });
    return { kind, total: ids.length, hasMore, hits };
  };
  return Promise.all(kinds.map(search));
};
