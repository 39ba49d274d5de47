import {
  type PurchaseOrderFulfillmentStatusHandle,
  type PurchaseOrderStatusHandle,
  toPurchaseOrderStatus,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { asJson, type Columns, copyRecords, type Records } from "./copy-records.ts";
import {
  combineConditions,
  countRecords,
  isOneOf,
  type Listed,
  listRecords,
  type Page,
  readPart,
} from "./paging.ts";

/** The filters of a list (neighbours); all of them must match. Timestamps are ISO 8601 in UTC. */
export interface PurchaseOrderFilter {
  readonly sourceId?: number | undefined;
  readonly statuses?: readonly PurchaseOrderStatusHandle[] | undefined;
  readonly fulfillmentStatuses?: readonly PurchaseOrderFulfillmentStatusHandle[] | undefined;
  readonly sentAfter?: string | undefined;
  readonly generatedAfter?: string | undefined;
  readonly updatedAfter?: string | undefined;
  readonly numbers?: readonly string[] | undefined;
  readonly sinceId?: number | undefined;
}

/** The ids of one block of `purchase_order_counts`. */
const blockSize = 10_000;

/** The orders that a token can access: those addressed to its source, or those from its channel (api 5.2). */
const reachedBy = (sql: Query, caller: Caller): Fragment | undefined => {
  if (caller.type === "account") return undefined;
  return caller.type === "source"
    ? sql`source_id = ${caller.ownerId}`
    : sql`channel_id = ${caller.ownerId}`;
};

/** The conditions on timeColumns that `purchase_order_counts` has, too. */
const inState = (sql: Query, filter: PurchaseOrderFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    reachedBy(sql, caller),
    filter.sourceId === undefined ? undefined : sql`source_id = ${filter.sourceId}`,
    filter.statuses && isOneOf(sql, "status", filter.statuses),
    filter.fulfillmentStatuses && isOneOf(sql, "fulfillment_status", filter.fulfillmentStatuses),
  ]);

const matching = (sql: Query, filter: PurchaseOrderFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    inState(sql, filter, caller),
    filter.sentAfter === undefined ? undefined : sql`sent_at > ${filter.sentAfter}`,
    filter.generatedAfter === undefined ? undefined : sql`generated_at > ${filter.generatedAfter}`,
    filter.updatedAfter === undefined ? undefined : sql`last_modified_at > ${filter.updatedAfter}`,
    filter.numbers && sql`number = any(${[...filter.numbers]})`,
    filter.sinceId === undefined ? undefined : sql`id > ${filter.sinceId}`,
  ]);

/** The times of an order by their names in `purchase_order_day_counts`. */
const timeColumns = {
  sent: "sent_at",
  generated: "generated_at",
  modified: "last_modified_at",
} as const;

interface TimeFilter {
  readonly field: keyof typeof timeColumns;
  readonly after: string;
}

const timesOf = (filter: PurchaseOrderFilter): TimeFilter[] =>
  (
    [
      ["sent", filter.sentAfter],
      ["generated", filter.generatedAfter],
      ["modified", filter.updatedAfter],
    ] as const
  ).flatMap(([field, after]) => (after === undefined ? [] : [{ field, after }]));

/** True when the counts have all that the filter asks for: states with a source or with one time. */
const isCounted = (filter: PurchaseOrderFilter, caller: Caller): boolean => {
  if (caller.type === "channel" || filter.numbers !== undefined) return false;
  const times = timesOf(filter).length;
  const isOfSource = caller.type === "source" || filter.sourceId !== undefined;
  return times === 0 || (times === 1 && !isOfSource);
};

const daySeconds = 86_400;

/** Rows of `block` and `records`: whole days by their counts, the rest of the first day by an index. */
const countsAfter = (
  sql: Query,
  filter: PurchaseOrderFilter,
  caller: Caller,
  { field, after }: TimeFilter,
): Fragment => {
  const day = Math.floor(Date.parse(after) / 1_000 / daySeconds);
  // Calculated there, because the day after the last one has five digits in its year, which PostgreSQL doesn't read.
  const nextDay = sql`to_timestamp(${(day + 1) * daySeconds}::float8)`;
  const column = sql(timeColumns[field]);
  return sql`
    select block, records from service.purchase_order_day_counts
    where field = ${field} and day > ${day} and ${inState(sql, filter, caller)}
    union all
    select id / ${blockSize}::bigint, 1 from service.purchase_orders
    where ${column} > ${after} and ${column} < ${nextDay} and ${inState(sql, filter, caller)}`;
};

/** Rows of `block` and `records`, some of them negative, whose sums are the numbers of matching orders. */
const counts = (sql: Query, filter: PurchaseOrderFilter, caller: Caller): Fragment => {
  const [time] = timesOf(filter);
  return time === undefined
    ? sql`select block, records from service.purchase_order_counts where ${inState(sql, filter, caller)}`
    : countsAfter(sql, filter, caller, time);
};

/** Where a page is: the blocks from `last` to `first`, less the newest `skip` matching orders of `first`. */
interface Place {
  readonly total: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly skip: number;
}

/** The place of a page by the counts of blocks, the newest first. `first` is null past the end. */
const findPlace = async (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
  { number, size }: Page,
): Promise<Place> => {
  const offset = (number - 1) * size;
  const { sinceId = -1 } = filter;
  // The block of sinceId also counts older orders. They come last, so only the total is less.
  const sinceBlock = Math.floor(Math.max(0, sinceId) / blockSize);
  const [[place], [older]] = await Promise.all([
    sql<Place[]>`
      with blocks as (
        select block, sum(records) as records from (${counts(sql, filter, caller)}) parts
        where block >= ${sinceBlock} group by block having sum(records) > 0
      ), reached as (
        select block, records, sum(records) over (order by block desc) as upto from blocks
      )
      select coalesce(max(upto), 0)::bigint as total,
        max(block) filter (where upto > ${offset}::bigint) as first,
        coalesce(max(block) filter (where upto >= ${offset + size}::bigint), min(block)) as last,
        (${offset}::bigint - coalesce(min(upto - records) filter (where upto > ${offset}::bigint), 0))::bigint as skip
      from reached`,
    sinceId < 0
      ? [{ count: 0 }]
      : sql<{ count: number }[]>`
          select count(*) as count from service.purchase_orders
          where ${matching(sql, { ...filter, sinceId: undefined }, caller)}
            and id >= ${sinceBlock * blockSize} and id <= ${sinceId}`,
  ]);
  if (place === undefined) throw new Error("An aggregate returned no row");
  return { ...place, total: place.total - (older?.count ?? 0) };
};

/** How many orders match. */
export const countPurchaseOrders = async (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
): Promise<number> => {
  if (!isCounted(filter, caller))
    return countRecords(sql, "purchase_orders", matching(sql, filter, caller));
  return (await findPlace(sql, filter, caller, { number: 1, size: 1 })).total;
};

/** One page of orders, the newest first (ids grow with time), and the total number on all pages. */
export const listPurchaseOrders = async (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
  page: Page,
): Promise<Listed<PurchaseOrder>> => {
  const where = matching(sql, filter, caller);
  const order = sql`id desc`;
  if (!isCounted(filter, caller)) return listRecords(sql, "purchase_orders", where, order, page);
  const { total, first, last, skip } = await findPlace(sql, filter, caller, page);
  if (first === null || last === null) return { records: [], total };
  const within = sql`${where} and id >= ${last * blockSize} and id < ${(first + 1) * blockSize}`;
  const part = { size: page.size, skip };
  return { records: await readPart(sql, "purchase_orders", within, order, part), total };
};

interface Stored {
  readonly record: PurchaseOrder;
}

/** The largest number of orders in one retrieval, the oldest first: a response must stay readable for a client. */
const ordersPerRetrieval = 1_000;

const ofSource = (sql: Query, sourceId: number | undefined): Fragment | undefined =>
  sourceId === undefined ? undefined : sql`source_id = ${sourceId}`;

export const readPurchaseOrder = async (
  sql: Query,
  id: number,
  caller: Caller,
): Promise<PurchaseOrder | undefined> => {
  const [row] = await sql<Stored[]>`
    select record from service.purchase_orders where ${combineConditions(sql, [sql`id = ${id}`, reachedBy(sql, caller)])}`;
  return row?.record;
};

/** Reads an order and locks it against other writers until the transaction ends. */
export const lockPurchaseOrder = async (
  sql: TransactionSql,
  id: number,
  caller: Caller,
): Promise<PurchaseOrder | undefined> => {
  const [row] = await sql<Stored[]>`
    select record from service.purchase_orders where ${combineConditions(sql, [sql`id = ${id}`, reachedBy(sql, caller)])}
    for update`;
  return row?.record;
};

/** The values that a status move sets: the columns and, with more fields if there are any, the record. */
const movedTo = (
  sql: Query,
  status: PurchaseOrderStatusHandle,
  now: Date,
  more: Partial<PurchaseOrder> = {},
): Fragment => {
  const changes = {
    purchaseOrderStatus: toPurchaseOrderStatus(status),
    lastModifiedAt: now.toISOString(),
    ...more,
  };
  return sql`
    status = ${status},
    last_modified_at = ${now},
    record = service.with_changes(record, ${asJson(sql, changes)})`;
};

/** Changes an order's status and returns the changed order. */
export const movePurchaseOrder = async (
  sql: Query,
  id: number,
  status: PurchaseOrderStatusHandle,
  now: Date,
  more?: Partial<PurchaseOrder>,
): Promise<PurchaseOrder | undefined> => {
  const [row] = await sql<Stored[]>`
    update service.purchase_orders set ${movedTo(sql, status, now, more)} where id = ${id} returning record`;
  return row?.record;
};

/**
 * Moves orders in Processing to Processed and returns them (api 4.3). Each order leaves once, however many clients and
 * processes request them at once: a row that another one locks is skipped, and is no longer in Processing once it is
 * released.
 */
export const retrieveProcessingOrders = async (
  sql: Sql,
  sourceId: number | undefined,
  caller: Caller,
  now: Date,
): Promise<PurchaseOrder[]> => {
  const due = combineConditions(sql, [
    sql`status = 'processing'`,
    ofSource(sql, sourceId),
    reachedBy(sql, caller),
  ]);
  const rows = await sql<Stored[]>`
    with due as materialized (
      select id from service.purchase_orders where ${due}
      order by id limit ${ordersPerRetrieval} for update skip locked
    ), moved as (
      update service.purchase_orders set ${movedTo(sql, "processed", now)}
      where id in (select id from due) returning id, record
    )
    select record from moved order by id`;
  return rows.map((row) => row.record);
};

const columns: Columns<PurchaseOrder> = {
  id: (order) => order.id,
  source_id: (order) => order.sourceId,
  channel_id: (order) => order.channelId,
  number: (order) => order.purchaseOrderNumber,
  status: (order) => order.purchaseOrderStatus?.handle,
  fulfillment_status: (order) => order.purchaseOrderFulfillmentStatus?.handle,
  sent_at: (order) => order.sentAt,
  generated_at: (order) => order.generatedAt,
  last_modified_at: (order) => order.lastModifiedAt,
  record: (order) => order,
};

/** Loads complete purchase orders under their own ids, and returns their number. */
export const insertPurchaseOrders = (sql: Query, orders: Records<PurchaseOrder>): Promise<number> =>
  copyRecords(sql, "purchase_orders", columns, orders);
