import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import type { Query, Sql, TransactionSql } from "#database/sql.ts";
import { asJson, insertDocuments } from "./copy-records.ts";
import { combineConditions, type Listed, listRecords, type Page } from "./paging.ts";

export const listWebhookConfigurations = async (sql: Query): Promise<WebhookConfiguration[]> => {
  const rows = await sql<{ record: WebhookConfiguration }[]>`
    select record from service.webhook_configurations order by id desc`;
  return rows.map((row) => row.record);
};

export const readWebhookConfiguration = async (
  sql: Query,
  id: number,
): Promise<WebhookConfiguration | undefined> => {
  const [row] = await sql<{ record: WebhookConfiguration }[]>`
    select record from service.webhook_configurations where id = ${id}`;
  return row?.record;
};

/** Reads a configuration and locks it against other writers until the transaction ends. */
export const lockWebhookConfiguration = async (
  sql: TransactionSql,
  id: number,
): Promise<WebhookConfiguration | undefined> => {
  const [row] = await sql<{ record: WebhookConfiguration }[]>`
    select record from service.webhook_configurations where id = ${id} for update`;
  return row?.record;
};

export const writeWebhookConfiguration = async (
  sql: TransactionSql,
  record: WebhookConfiguration,
): Promise<void> => {
  await sql`update service.webhook_configurations set record = ${asJson(sql, record)} where id = ${record.id}`;
};

/** Adds a configuration under the next free id. */
export const addWebhookConfiguration = async (
  sql: TransactionSql,
  values: Omit<WebhookConfiguration, "id">,
): Promise<WebhookConfiguration> => {
  const [next] = await sql<
    { id: number }[]
  >`select nextval('service.webhook_configuration_ids') as id`;
  if (next === undefined) throw new Error("nextval returned nothing");
  const record = { id: next.id, ...values };
  await sql`insert into service.webhook_configurations (record) values (${asJson(sql, record)})`;
  return record;
};

/** One page of a configuration's deliveries, newest first, and the total number on all pages. */
export const listWebhookEventLogs = (
  sql: Sql,
  configurationId: number,
  {
    status,
    ids,
  }: { readonly status?: string | undefined; readonly ids?: readonly number[] | undefined },
  page: Page,
): Promise<Listed<WebhookEventLog>> => {
  const where = combineConditions(sql, [
    sql`configuration_id = ${configurationId}`,
    status === undefined ? undefined : sql`status = ${status}`,
    ids && sql`id = any(${[...ids]})`,
  ]);
  return listRecords(sql, "webhook_event_logs", where, sql`created_at desc, id desc`, page);
};

/** Reads deliveries and locks them against other writers, in the order of their ids to avoid deadlocks. */
export const lockWebhookEventLogs = async (
  sql: TransactionSql,
  ids: readonly number[],
): Promise<WebhookEventLog[]> => {
  const rows = await sql<{ record: WebhookEventLog }[]>`
    select record from service.webhook_event_logs where id = any(${[...ids]}) order by id for update`;
  return rows.map((row) => row.record);
};

export const writeWebhookEventLogs = async (
  sql: TransactionSql,
  records: readonly WebhookEventLog[],
): Promise<void> => {
  await sql`
    update service.webhook_event_logs set record = changed.value
    from json_array_elements(${asJson(sql, records)}) changed
    where id = (changed.value ->> 'id')::bigint`;
};

/** Adds configurations unchanged; ones that are created later get greater ids. */
export const insertWebhookConfigurations = async (
  sql: Query,
  records: readonly WebhookConfiguration[],
): Promise<void> => {
  await insertDocuments(sql, "service.webhook_configurations", records);
  await sql`
    select setval('service.webhook_configuration_ids', greatest(max(id), 1), max(id) is not null)
    from service.webhook_configurations`;
};

/** Adds one configuration's deliveries unchanged; ones that are written later get greater ids. */
export const insertWebhookEventLogs = async (
  sql: Query,
  configurationId: number,
  records: readonly WebhookEventLog[],
): Promise<void> => {
  await sql`
    insert into service.webhook_event_logs (configuration_id, record)
    select ${configurationId}, value from json_array_elements(${asJson(sql, records)})`;
  await sql`
    select setval('service.webhook_event_log_ids', greatest(max(id), 1), max(id) is not null)
    from service.webhook_event_logs`;
};
