import {
  type PurchaseOrderFulfillmentStatusHandle,
  type PurchaseOrderStatusHandle,
  toPurchaseOrderStatus,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { type Columns, copyRecords, type Records } from "./copy-records.ts";
import { asJson } from "./documents.ts";
import { combineConditions, countRecords, listRecords, type Page } from "./paging.ts";

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

interface Stored {
  readonly record: PurchaseOrder;
}

/** The largest number of orders in one retrieval, the oldest first: a response must stay readable for a client. */
const ordersPerRetrieval = 1_000;

/** The orders that a token can access: those addressed to its source, or those from its channel (api 5.2). */
const reachedBy = (sql: Query, caller: Caller): Fragment | undefined => {
  if (caller.type === "account") return undefined;
  return caller.type === "source"
    ? sql`source_id = ${caller.ownerId}`
    : sql`channel_id = ${caller.ownerId}`;
};

const ofSource = (sql: Query, sourceId: number | undefined): Fragment | undefined =>
  sourceId === undefined ? undefined : sql`source_id = ${sourceId}`;

const matching = (sql: Query, filter: PurchaseOrderFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    reachedBy(sql, caller),
    ofSource(sql, filter.sourceId),
    filter.statuses && sql`status = any(${[...filter.statuses]})`,
    filter.fulfillmentStatuses && sql`fulfillment_status = any(${[...filter.fulfillmentStatuses]})`,
    filter.sentAfter === undefined ? undefined : sql`sent_at > ${filter.sentAfter}`,
    filter.generatedAfter === undefined ? undefined : sql`generated_at > ${filter.generatedAfter}`,
    filter.updatedAfter === undefined ? undefined : sql`last_modified_at > ${filter.updatedAfter}`,
    filter.numbers && sql`number = any(${[...filter.numbers]})`,
    filter.sinceId === undefined ? undefined : sql`id > ${filter.sinceId}`,
  ]);

/** How many orders match. */
export const countPurchaseOrders = (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
): Promise<number> => countRecords(sql, "purchase_orders", matching(sql, filter, caller));

/** One page of orders, the newest first (ids grow with time), and the total number on all pages. */
export const listPurchaseOrders = (
  sql: Sql,
  filter: PurchaseOrderFilter,
  caller: Caller,
  page: Page,
): Promise<{ records: PurchaseOrder[]; total: number }> => {
  const where = () => matching(sql, filter, caller);
  return listRecords(sql, "purchase_orders", where, sql`id desc`, page);
};

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
