import {
  type PurchaseOrderStatusHandle,
  toPurchaseOrderStatus,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { type Columns, copyRecords, type Records } from "./copy-records.ts";
import { asJson } from "./documents.ts";
import { combineConditions } from "./paging.ts";
import { reachedBy } from "./purchase-order-pages.ts";

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
