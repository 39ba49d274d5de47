import type { SearchedKind } from "#contract/record-search.ts";
import type { Query } from "#database/sql.ts";
import { foldFeature, idOf, type Loose, parentIdOf, readId, toRecord } from "./read-record.ts";
import { isCounted, readAmount, readLineFacts, timeOf, unitsOf } from "./read-rma-lines.ts";

/* The lines of the copied RMAs in a narrow table, as their records change. */

/** The numbers of an upstream's copies, by kind. */
export type CopyIds = ReadonlyMap<string, number>;

type Id = number | string;

/** A stored record with what it belongs to. */
export interface StoredRecord {
  readonly id: Id;
  readonly parent: Id | null;
  readonly record: Loose;
  /** Milliseconds since 1970. */
  readonly changed: number;
  readonly seen: number;
}

interface RecordRow extends Omit<StoredRecord, "record"> {
  readonly record: string;
}

const parse = (rows: readonly RecordRow[]): StoredRecord[] =>
  rows.map((row) => ({ ...row, record: toRecord(JSON.parse(row.record)) }));

const readColumns = (sql: Query) => sql`
  record_id as id, parent_id as parent, record,
  extract(epoch from changed_at)::float8 * 1000 as changed,
  extract(epoch from seen_at)::float8 * 1000 as seen`;

/** The stored records of some IDs, the newest first. */
export const readStored = async (
  sql: Query,
  copyId: number | undefined,
  ids: readonly Id[],
): Promise<StoredRecord[]> => {
  if (copyId === undefined || ids.length === 0) return [];
  const wanted = ids.map(String);
  return parse(
    await sql<RecordRow[]>`
      select ${readColumns(sql)} from gateway.records
      where copy_id = ${copyId} and record_id = any(${wanted}::bigint[]) order by record_id desc`,
  );
};

/** Of one order or return, no more are read: an API may give all records the same one. */
const mostOfParent = 20;

/** The records that belong to some others, the newest first. */
export const readChildren = async (
  sql: Query,
  copyId: number | undefined,
  parents: readonly Id[],
): Promise<StoredRecord[]> => {
  if (copyId === undefined || parents.length === 0) return [];
  const wanted = [...new Set(parents.map(String))];
  return parse(
    await sql<RecordRow[]>`
      select child.* from unnest(${wanted}::bigint[]) as wanted (id)
      cross join lateral (
        select ${readColumns(sql)} from gateway.records
        where copy_id = ${copyId} and parent_id = wanted.id
        order by record_id desc limit ${mostOfParent}
      ) as child
      order by child.id desc`,
  );
};

const parentsOf = (records: readonly StoredRecord[]): Id[] =>
  records.flatMap(({ parent }) => parent ?? []);

/** The returns and purchase orders of RMAs. */
export const readAround = async (
  sql: Query,
  copies: CopyIds,
  rmas: readonly StoredRecord[],
): Promise<{ returns: StoredRecord[]; orders: StoredRecord[] }> => {
  const returns = await readStored(sql, copies.get("returns"), parentsOf(rmas));
  const orders = await readChildren(sql, copies.get("purchase-orders"), parentsOf(returns));
  return { returns, orders };
};

/** The return and the purchase orders of one of them. */
export const pickAround = (
  rma: StoredRecord,
  around: { readonly returns: readonly StoredRecord[]; readonly orders: readonly StoredRecord[] },
) => {
  const itsReturn = around.returns.find(({ id }) => String(id) === String(rma.parent));
  const orders = around.orders.filter(
    ({ parent }) => parent !== null && String(parent) === String(itsReturn?.parent),
  );
  return { itsReturn, orders };
};

const toRows = (
  rma: StoredRecord,
  { itsReturn, orders }: ReturnType<typeof pickAround>,
): object[] => {
  const { record } = rma;
  const createdAt = timeOf(record["createdAt"]);
  const facts = readLineFacts(
    record,
    itsReturn?.record,
    orders.map((order) => order.record),
  );
  return facts.map(({ id, item, age, decision }) => ({
    rma_id: String(rma.id),
    line_id: id,
    created_at: createdAt === undefined ? null : new Date(createdAt).toISOString(),
    source_id: readId(record, "sourceId") ?? null,
    sku: foldFeature(item["sku"]) || null,
    reason: foldFeature(item["returnReason"]) || null,
    condition: foldFeature(item["returnCondition"]) || null,
    cost: readAmount(item["cost"]) ?? null,
    age: age ?? null,
    counted: isCounted(record),
    quantity: unitsOf(item, "quantity"),
    approved: unitsOf(item, "approvedQuantity"),
    denied: unitsOf(item, "deniedQuantity"),
    credited: readAmount(item["creditedAmount"]) ?? null,
    outcome: decision?.outcome ?? null,
    credit_percent: decision?.creditPercent ?? null,
    decided_at: decision === undefined ? null : new Date(rma.changed).toISOString(),
  }));
};

const storeLines = async (
  sql: Query,
  copyId: number,
  rmas: readonly StoredRecord[],
  rows: readonly object[],
): Promise<void> => {
  const json = JSON.stringify(rows);
  const ids = rmas.map(({ id }) => String(id));
  await sql`
    delete from gateway.rma_lines
    where copy_id = ${copyId} and rma_id = any(${ids}::bigint[]) and (rma_id, line_id) not in (
      select rma_id, line_id
      from json_to_recordset(${json}::text::json) as line (rma_id bigint, line_id bigint))`;
  // The time of a decision stays while the RMA changes otherwise, and so does an age whose order is no longer copied.
  await sql`
    insert into gateway.rma_lines as known
    select ${copyId}::integer, line.*
    from json_to_recordset(${json}::text::json) as line (
      rma_id bigint, line_id bigint, created_at timestamptz, source_id bigint, sku text, reason text,
      condition text, cost float8, age float8, counted boolean, quantity integer, approved integer,
      denied integer, credited float8, outcome text, credit_percent integer, decided_at timestamptz)
    on conflict (copy_id, rma_id, line_id) do update
    set created_at = excluded.created_at, source_id = excluded.source_id, sku = excluded.sku,
      reason = excluded.reason, condition = excluded.condition, cost = excluded.cost,
      age = coalesce(excluded.age, known.age), counted = excluded.counted,
      quantity = excluded.quantity, approved = excluded.approved, denied = excluded.denied,
      credited = excluded.credited, outcome = excluded.outcome,
      credit_percent = excluded.credit_percent,
      decided_at = case when known.outcome = excluded.outcome and known.approved = excluded.approved
        then known.decided_at else excluded.decided_at end`;
};

/** Notes the lines of RMAs again, of which a record, or one around them, was just stored. In a transaction. */
export const updateLines = async (
  sql: Query,
  copies: CopyIds,
  kind: SearchedKind,
  values: readonly unknown[],
): Promise<void> => {
  const copyId = copies.get("rmas");
  if (copyId === undefined) return;
  const find = async (): Promise<StoredRecord[]> => {
    const ids = values.flatMap((value) => idOf(value) ?? []);
    if (kind === "rmas") return readStored(sql, copyId, ids);
    if (kind === "returns") return readChildren(sql, copyId, ids);
    const orders = values.flatMap((value) => parentIdOf(kind, value) ?? []);
    const returns = await readChildren(sql, copies.get("returns"), orders);
    return readChildren(
      sql,
      copyId,
      returns.map(({ id }) => id),
    );
  };
  const rmas = await find();
  if (rmas.length === 0) return;
  const around = await readAround(sql, copies, rmas);
  const rows = rmas.flatMap((rma) => toRows(rma, pickAround(rma, around)));
  await storeLines(sql, copyId, rmas, rows);
};
