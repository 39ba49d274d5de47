import type { Account, Channel, Source } from "#contract/account.ts";
import type { Query } from "#database/sql.ts";
import { asJson, insertDocuments } from "./copy-records.ts";

export const readAccount = async (sql: Query): Promise<Account> => {
  const [row] = await sql<{ record: Account }[]>`select record from service.account`;
  return row?.record ?? {};
};

/** Replaces the account's record; a database has one account. */
export const writeAccount = async (sql: Query, account: Account): Promise<void> => {
  await sql`
    insert into service.account (record) values (${asJson(sql, account)})
    on conflict (id) do update set record = excluded.record`;
};

export const listSources = async (sql: Query): Promise<Source[]> => {
  const rows = await sql<{ record: Source }[]>`select record from service.sources order by id`;
  return rows.map((row) => row.record);
};

export const listChannels = async (sql: Query): Promise<Channel[]> => {
  const rows = await sql<{ record: Channel }[]>`select record from service.channels order by id`;
  return rows.map((row) => row.record);
};

/** True when the source or channel exists. */
export const ownerExists = async (
  sql: Query,
  type: "source" | "channel",
  id: number,
): Promise<boolean> => {
  const [row] = await sql`select 1 from ${sql(`service.${type}s`)} where id = ${id}`;
  return row !== undefined;
};

/** Adds sources unchanged. */
export const insertSources = (sql: Query, records: readonly Source[]): Promise<void> =>
  insertDocuments(sql, "service.sources", records);

/** Adds channels unchanged. */
export const insertChannels = (sql: Query, records: readonly Channel[]): Promise<void> =>
  insertDocuments(sql, "service.channels", records);
