import type {
  PurchaseOrderFulfillmentStatusHandle,
  PurchaseOrderStatusHandle,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Fragment, Query, Sql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import {
  combineConditions,
  countRecords,
  type Listed,
  type Page,
  readPart,
  toPart,
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
export const reachedBy = (sql: Query, caller: Caller): Fragment | undefined => {
  if (caller.type === "account") return undefined;
  return caller.type === "source"
    ? sql`source_id = ${caller.ownerId}`
    : sql`channel_id = ${caller.ownerId}`;
};

/** The conditions on columns that `purchase_order_counts` has, too. */
const inState = (sql: Query, filter: PurchaseOrderFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    reachedBy(sql, caller),
    filter.sourceId === undefined ? undefined : sql`source_id = ${filter.sourceId}`,
    filter.statuses && sql`status = any(${[...filter.statuses]})`,
    filter.fulfillmentStatuses && sql`fulfillment_status = any(${[...filter.fulfillmentStatuses]})`,
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

/** The filter's times, with the names that `purchase_order_day_counts` has for them. */
const timesOf = ({ sentAfter, generatedAfter, updatedAfter }: PurchaseOrderFilter) =>
  [
    { field: "sent", after: sentAfter },
    { field: "generated", after: generatedAfter },
    { field: "modified", after: updatedAfter },
  ].flatMap(({ field, after }) => (after === undefined ? [] : [{ field, after }]));

/** True when the blocks have all that the filter asks for. */
const isInBlocks = (filter: PurchaseOrderFilter, caller: Caller): boolean =>
  caller.type !== "channel" && filter.numbers === undefined && timesOf(filter).length === 0;

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
        select block, sum(records) as records from service.purchase_order_counts
        where ${inState(sql, filter, caller)} and block >= ${sinceBlock}
        group by block having sum(records) > 0
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
          where ${inState(sql, filter, caller)} and id >= ${sinceBlock * blockSize} and id <= ${sinceId}`,
  ]);
  if (place === undefined) throw new Error("An aggregate returned no row");
  return { ...place, total: place.total - (older?.count ?? 0) };
};

/** The column of each time. */
const columns: Readonly<Record<string, string>> = {
  sent: "sent_at",
  generated: "generated_at",
  modified: "last_modified_at",
};

const dayMs = 86_400_000;

/** How many orders in a state have a time after a moment: whole days by their counts, the rest of its day by an index. */
const countAfter = async (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
  { field, after }: { readonly field: string; readonly after: string },
): Promise<number> => {
  const day = Math.floor(Date.parse(after) / dayMs);
  const nextDay = new Date((day + 1) * dayMs).toISOString();
  const [[whole], rest] = await Promise.all([
    sql<{ total: number }[]>`
      select coalesce(sum(records), 0)::bigint as total from service.purchase_order_day_counts
      where field = ${field} and day > ${day} and ${inState(sql, filter, caller)}`,
    countRecords(
      sql,
      "purchase_orders",
      sql`${matching(sql, filter, caller)} and ${sql(columns[field] ?? "")} < ${nextDay}`,
    ),
  ]);
  return (whole?.total ?? 0) + rest;
};

/** How many orders match. */
export const countPurchaseOrders = async (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
): Promise<number> => {
  if (isInBlocks(filter, caller))
    return (await findPlace(sql, filter, caller, { number: 1, size: 1 })).total;
  const [time, ...more] = timesOf(filter);
  const { sourceId, numbers, sinceId } = filter;
  const rest = [more[0], sourceId, numbers, sinceId];
  if (time !== undefined && caller.type === "account" && rest.every((one) => one === undefined))
    return countAfter(sql, filter, caller, time);
  return countRecords(sql, "purchase_orders", matching(sql, filter, caller));
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
  if (!isInBlocks(filter, caller)) {
    const [records, total] = await Promise.all([
      readPart<PurchaseOrder>(sql, "purchase_orders", where, order, toPart(page)),
      countPurchaseOrders(sql, filter, caller),
    ]);
    return { records, total };
  }
  const { total, first, last, skip } = await findPlace(sql, filter, caller, page);
  if (first === null || last === null) return { records: [], total };
  const within = sql`${where} and id >= ${last * blockSize} and id < ${(first + 1) * blockSize}`;
  const part = { size: page.size, skip };
  return { records: await readPart(sql, "purchase_orders", within, order, part), total };
};
