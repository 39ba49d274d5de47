import type { SearchedKind } from "#contract/record-search.ts";
import type { Query, Sql } from "#database/sql.ts";
import { removeFacts, storeFacts } from "./facts.ts";
import { changeOrderedUnits } from "./ordered-units.ts";
import { changedAtOf, idOf, parentIdOf, readWords, wipeRedacted } from "./read-record.ts";
import { type CopyIds, updateLines } from "./rma-lines.ts";

/** The copy's number and progress; both are created when they are first needed. */
export const openCopy = async (
  sql: Query,
  upstream: string,
  kind: string,
): Promise<{ readonly id: number; readonly progress: string | null }> => {
  const find = () => sql<{ id: number; progress: string | null }[]>`
    select id, progress from gateway.record_copies where upstream = ${upstream} and kind = ${kind}`;
  const [known] = await find();
  if (known !== undefined) return known;
  await sql`
    insert into gateway.record_copies (upstream, kind) values (${upstream}, ${kind})
    on conflict do nothing`;
  const [created] = await find();
  return created!;
};

export const saveProgress = async (sql: Query, copyId: number, progress: object): Promise<void> => {
  await sql`
    update gateway.record_copies set progress = ${JSON.stringify(progress)} where id = ${copyId}`;
};

/**
 * The numbers of an upstream's copies, of which one is known. No other transaction changes any of them until this one ends:
 * an RMA and its order that are stored at the same time must see one another.
 */
const lockCopies = async (sql: Query, copyId: number): Promise<CopyIds> => {
  const rows = await sql<{ id: number; kind: SearchedKind }[]>`
    select id, kind from gateway.record_copies
    where upstream = (select upstream from gateway.record_copies where id = ${copyId})
    order by id for update`;
  return new Map(rows.map(({ id, kind }) => [kind, id]));
};

interface StoredRow {
  readonly id: number | string;
  readonly record: string;
  readonly changed: number;
  readonly words: string;
}

interface NewRow {
  readonly id: string;
  readonly value: unknown;
  readonly parent: string | null;
  readonly record: string;
  readonly changed: number;
  readonly words: readonly string[];
}

/** The words as they are stored: each between two line ends, so that one is found by its beginning. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word) => `\n${word}`).join("");

const splitWords = (words: string): string[] => words.split("\n").slice(1);

/** A list of returns may leave their RMAs out: those known before are kept. */
const keepRmas = (kind: SearchedKind, record: unknown, known: StoredRow | undefined): unknown => {
  if (kind !== "returns" || known === undefined) return record;
  const { rmas, totalRmas } = record as { rmas?: unknown; totalRmas?: unknown };
  const isLeftOut = totalRmas !== 0 && (!Array.isArray(rmas) || rmas.length === 0);
  const before = (JSON.parse(known.record) as { rmas?: unknown }).rmas;
  return isLeftOut && before !== undefined ? { ...(record as object), rmas: before } : record;
};

/** Words of records, in lists of equal length. */
interface RecordWords {
  readonly ids: readonly string[];
  readonly words: readonly string[];
}

const pairWords = (
  rows: readonly { id: number | string; words: readonly string[] }[],
): RecordWords => ({
  ids: rows.flatMap(({ id, words }) => words.map(() => String(id))),
  words: rows.flatMap(({ words }) => words),
});

const removeWords = async (sql: Query, copyId: number, { ids, words }: RecordWords) => {
  if (ids.length === 0) return;
  await sql`
    delete from gateway.record_words as known
    using (select unnest(${words}::text[]) as word, unnest(${ids}::bigint[]) as record_id) as old
    where known.copy_id = ${copyId} and known.word = old.word and known.record_id = old.record_id`;
};

const addWords = async (sql: Query, copyId: number, { ids, words }: RecordWords) => {
  if (ids.length === 0) return;
  await sql`
    insert into gateway.record_words (copy_id, word, record_id)
    select ${copyId}::integer, unnest(${words}::text[]), unnest(${ids}::bigint[])
    on conflict do nothing`;
};

/** Stores records as they were just seen, in a transaction. An answer that is older than what is stored changes nothing. */
export const storeRecords = async (
  sql: Query,
  copyId: number,
  kind: SearchedKind,
  values: readonly unknown[],
): Promise<void> => {
  const byId = new Map(values.flatMap((value) => [[idOf(value), value] as const]));
  byId.delete(undefined);
  const ids = [...byId.keys()].map(String);
  if (ids.length === 0) return;
  const copies = await lockCopies(sql, copyId);
  const stored = await sql<StoredRow[]>`
    select record_id as id, record, extract(epoch from changed_at)::float8 * 1000 as changed, words
    from gateway.records join gateway.record_texts using (copy_id, record_id)
    where copy_id = ${copyId} and record_id = any(${ids}::bigint[])
    order by record_id`;
  const known = new Map(stored.map((row) => [String(row.id), row]));
  const rows: NewRow[] = [];
  for (const id of ids) {
    const before = known.get(id);
    const value = wipeRedacted(keepRmas(kind, byId.get(id), before));
    const changed = changedAtOf(kind, value) ?? before?.changed ?? Date.now();
    if (before !== undefined && Math.round(changed) < Math.round(before.changed)) continue;
    const record = JSON.stringify(value);
    if (record === before?.record) continue;
    const parent = parentIdOf(kind, value) ?? null;
    rows.push({ id, value, parent, record, changed, words: readWords(kind, value) });
  }
  await sql`
    update gateway.records set seen_at = clock_timestamp()
    where copy_id = ${copyId} and record_id = any(${ids}::bigint[])`;
  if (rows.length === 0) return;
  const json = JSON.stringify(
    rows.map(({ value: _, words, changed, ...row }) => ({
      ...row,
      changed: new Date(changed).toISOString(),
      words: joinWords(words),
    })),
  );
  await sql`
    insert into gateway.records (copy_id, record_id, parent_id, record, changed_at)
    select ${copyId}::integer, (value ->> 'id')::bigint, (value ->> 'parent')::bigint,
      value ->> 'record', (value ->> 'changed')::timestamptz
    from json_array_elements(${json}::text::json)
    on conflict (copy_id, record_id) do update
    set parent_id = excluded.parent_id, record = excluded.record, changed_at = excluded.changed_at, seen_at = clock_timestamp()`;
  await sql`
    insert into gateway.record_texts (copy_id, record_id, words)
    select ${copyId}::integer, (value ->> 'id')::bigint, value ->> 'words'
    from json_array_elements(${json}::text::json)
    on conflict (copy_id, record_id) do update set words = excluded.words`;
  await storeFacts(sql, copyId, kind, rows);
  const differences = rows.map(({ id, words }) => {
    const before = new Set(splitWords(known.get(id)?.words ?? ""));
    const now = new Set(words);
    return {
      id,
      gone: [...before].filter((word) => !now.has(word)),
      added: words.filter((word) => !before.has(word)),
    };
  });
  await removeWords(
    sql,
    copyId,
    pairWords(differences.map(({ id, gone }) => ({ id, words: gone }))),
  );
  await addWords(
    sql,
    copyId,
    pairWords(differences.map(({ id, added }) => ({ id, words: added }))),
  );
  const now = rows.map(({ value }) => value);
  await updateLines(sql, copies, kind, now);
  if (kind !== "purchase-orders") return;
  const before = rows.flatMap(({ id }) => known.get(id)?.record ?? []);
  await changeOrderedUnits(sql, copyId, before.map(readJson), now);
};

const readJson = (json: string): unknown => JSON.parse(json);

/** Removes records with all that was stored of them, in a transaction. */
export const removeRecords = async (
  sql: Query,
  copyId: number,
  ids: readonly string[],
): Promise<void> => {
  await lockCopies(sql, copyId);
  const gone = await sql<{ id: number | string; words: string }[]>`
    select record_id as id, words from gateway.record_texts
    where copy_id = ${copyId} and record_id = any(${ids}::bigint[])`;
  const removed = await sql<{ record: string }[]>`
    delete from gateway.records where copy_id = ${copyId} and record_id = any(${ids}::bigint[])
    returning record`;
  await removeFacts(sql, copyId, ids);
  await removeWords(
    sql,
    copyId,
    pairWords(gone.map(({ id, words }) => ({ id, words: splitWords(words) }))),
  );
  await changeOrderedUnits(
    sql,
    copyId,
    removed.map(({ record }) => readJson(record)),
    [],
  );
};

/** The oldest of the records that were last changed before a time, without those that wait for a person. */
export const listExpired = async (
  sql: Query,
  copyId: number,
  before: number,
  most: number,
): Promise<string[]> => {
  const rows = await sql<{ id: number | string }[]>`
    select record_id as id from gateway.records
    where copy_id = ${copyId} and changed_at < ${new Date(before)} and not exists (
      select from gateway.record_waits as waits
      where waits.copy_id = records.copy_id and waits.record_id = records.record_id)
    order by changed_at limit ${most}`;
  return rows.map(({ id }) => String(id));
};

/** Some of the records that were not seen since a time. */
export const listUnseen = async (
  sql: Query,
  copyId: number,
  since: string,
  most: number,
): Promise<string[]> => {
  const rows = await sql<{ id: number | string }[]>`
    select record_id as id from gateway.records
    where copy_id = ${copyId} and seen_at < ${since}::timestamptz limit ${most}`;
  return rows.map(({ id }) => String(id));
};

/** A record that can't be asked for alone isn't asked for again in this sweep. */
export const markSeen = async (sql: Query, copyId: number, id: string): Promise<void> => {
  await sql`
    update gateway.records set seen_at = clock_timestamp()
    where copy_id = ${copyId} and record_id = ${id}::bigint`;
};

/** The database's time: `seen_at` is compared with it. */
export const readDatabaseTime = async (sql: Query): Promise<string> => {
  const [row] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
  return row!.now;
};

/** How many records one statement removes: it must not take longer than any other. */
const mostRemoved = 500;

/** Removes some of an upstream's records, with all that was stored of them; false when none are left. */
export const removeSome = async (sql: Sql, upstream: string): Promise<boolean> => {
  const [copy] = await sql<{ id: number }[]>`
    select id from gateway.record_copies where upstream = ${upstream} limit 1`;
  if (copy === undefined) return false;
  const rows = await sql<{ id: number | string }[]>`
    select record_id as id from gateway.records where copy_id = ${copy.id} limit ${mostRemoved}`;
  const ids = rows.map(({ id }) => String(id));
  await sql.begin(async (transaction) => {
    await removeRecords(transaction, copy.id, ids);
    if (ids.length === 0)
      await transaction`delete from gateway.record_copies where id = ${copy.id}`;
  });
  return true;
};
