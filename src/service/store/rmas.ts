import type { Rma } from "#contract/rmas.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { asJson, insertDocuments } from "./copy-records.ts";
import { combineConditions, isOneOf, type Listed, listRecords, type Page } from "./paging.ts";

/** The filters of the RMA list (neighbours); an absent filter matches everything. Timestamps are ISO 8601 in UTC. */
export interface RmaFilter {
  readonly returnId?: number | undefined;
  readonly sourceId?: number | undefined;
  readonly rmaNumbers?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly createdAfter?: string | undefined;
  readonly updatedAfter?: string | undefined;
}

/** The RMAs that a token can access: those addressed to its source, or those of its channel's returns (api 5.2). */
const reachedBy: { readonly [Type in Caller["type"]]: (sql: Query, caller: Caller) => Fragment } = {
  account: (sql) => sql`true`,
  source: (sql, caller) => sql`source_id = ${getOwner(caller)}`,
  channel: (sql, caller) => sql`channel_id = ${getOwner(caller)}`,
};

const getOwner = (caller: Caller): number => (caller.type === "account" ? 0 : caller.ownerId);

const rmasReachedBy = (sql: Query, caller: Caller): Fragment => reachedBy[caller.type](sql, caller);

const matching = (sql: Query, filter: RmaFilter, caller: Caller): Fragment =>
  combineConditions(sql, [
    rmasReachedBy(sql, caller),
    filter.returnId === undefined ? undefined : sql`return_id = ${filter.returnId}`,
    filter.sourceId === undefined ? undefined : sql`source_id = ${filter.sourceId}`,
    filter.rmaNumbers && sql`rma_number = any(${[...filter.rmaNumbers]})`,
    filter.statuses && isOneOf(sql, "status", filter.statuses),
    filter.createdAfter === undefined ? undefined : sql`created_at > ${filter.createdAfter}`,
    filter.updatedAfter === undefined ? undefined : sql`updated_at > ${filter.updatedAfter}`,
  ]);

/** One page of RMAs, newest first, and the total number on all pages. */
export const listRmas = (
  sql: Sql,
  filter: RmaFilter,
  caller: Caller,
  page: Page,
): Promise<Listed<Rma>> => {
  const where = matching(sql, filter, caller);
  return listRecords(sql, "rmas", where, sql`created_at desc, id desc`, page);
};

export const readRma = async (sql: Query, id: number, caller: Caller): Promise<Rma | undefined> => {
  const [row] = await sql<{ record: Rma }[]>`
    select record from service.rmas where id = ${id} and ${rmasReachedBy(sql, caller)}`;
  return row?.record;
};

/** An RMA with the lines whose decision was ever changed. */
export interface StoredRma {
  readonly record: Rma;
  readonly decidedItems: readonly number[];
}

/** Reads an RMA and locks it against other writers until the transaction ends. */
export const lockRma = async (
  sql: TransactionSql,
  id: number,
  caller: Caller,
): Promise<StoredRma | undefined> => {
  const [row] = await sql<StoredRma[]>`
    select record, decided_items as "decidedItems" from service.rmas
    where id = ${id} and ${rmasReachedBy(sql, caller)} for update`;
  return row;
};

export const writeRma = async (
  sql: TransactionSql,
  { record, decidedItems }: StoredRma,
): Promise<void> => {
  await sql`
    update service.rmas set record = ${asJson(sql, record)}, decided_items = ${[...decidedItems]}
    where id = ${record.id ?? 0}`;
};

/** Adds RMAs unchanged; their returns must exist. */
export const insertRmas = (sql: Query, records: readonly Rma[]): Promise<void> =>
  insertDocuments(sql, "service.rmas", records);
