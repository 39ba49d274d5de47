import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { asJson, insertDocuments } from "./copy-records.ts";
import { combineConditions, isOneOf, type Listed, listRecords, type Page } from "./paging.ts";

/** The filters of the return list (neighbours); an absent filter matches everything. */
export interface ReturnFilter {
  readonly orderId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly updatedAfter?: string | undefined;
}

/** The returns that a token can access: a channel's own, and those with an RMA of its source (api 5.2). */
const returnsReachedBy = (sql: Query, caller: Caller): Fragment => {
  if (caller.type === "account") return sql`true`;
  return caller.type === "channel"
    ? sql`channel_id = ${caller.ownerId}`
    : sql`id in (select return_id from service.rmas where source_id = ${caller.ownerId})`;
};

const matching = (sql: Query, filter: ReturnFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    returnsReachedBy(sql, caller),
    filter.orderId === undefined ? undefined : sql`order_id = ${filter.orderId}`,
    filter.channelId === undefined ? undefined : sql`channel_id = ${filter.channelId}`,
    filter.statuses && isOneOf(sql, "status", filter.statuses),
    filter.updatedAfter === undefined ? undefined : sql`updated_at > ${filter.updatedAfter}`,
  ]);

/** One page of returns without their RMAs, newest first, and the total number on all pages. */
export const listReturns = (
  sql: Sql,
  filter: ReturnFilter,
  caller: Caller,
  page: Page,
): Promise<Listed<ReturnModel>> => {
  const where = matching(sql, filter, caller);
  return listRecords(sql, "returns", where, sql`inserted_at desc, id desc`, page);
};

/** The RMAs of some returns, oldest first; a source's token gets only its own. */
export const rmasOfReturns = async (
  sql: Query,
  returnIds: readonly number[],
  caller: Caller,
): Promise<Rma[]> => {
  const own = caller.type === "source" ? sql`source_id = ${caller.ownerId}` : sql`true`;
  const rows = await sql<{ record: Rma }[]>`
    select record from service.rmas where return_id = any(${[...returnIds]}) and ${own} order by id`;
  return rows.map((row) => row.record);
};

export const readReturn = async (
  sql: Query,
  id: number,
  caller: Caller,
): Promise<ReturnModel | undefined> => {
  const [row] = await sql<{ record: ReturnModel }[]>`
    select record from service.returns where id = ${id} and ${returnsReachedBy(sql, caller)}`;
  return row?.record;
};

/** Reads a return and locks it against other writers until the transaction ends. */
export const lockReturn = async (
  sql: TransactionSql,
  id: number,
  caller: Caller,
): Promise<ReturnModel | undefined> => {
  const [row] = await sql<{ record: ReturnModel }[]>`
    select record from service.returns where id = ${id} and ${returnsReachedBy(sql, caller)} for update`;
  return row?.record;
};

export const writeReturn = async (sql: TransactionSql, record: ReturnModel): Promise<void> => {
  await sql`update service.returns set record = ${asJson(sql, record)} where id = ${record.id ?? 0}`;
};

/** Adds returns. Their RMAs are stored separately (`insertRmas`, afterwards); the content of `rmas` is left out. */
export const insertReturns = (sql: Query, records: readonly ReturnModel[]): Promise<void> =>
  insertDocuments(
    sql,
    "service.returns",
    records.map((record) => ({ ...record, rmas: [] })),
  );
