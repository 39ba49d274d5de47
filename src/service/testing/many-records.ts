import type { Sql } from "#database/sql.ts";

/** How many records of each kind to add. */
export interface RecordCounts {
  readonly purchaseOrders: number;
  readonly productParents: number;
  readonly returns: number;
  readonly rmas: number;
  /** The distance between the ids of two orders; default 1. */
  readonly orderIdStep?: number;
}

/** The added records are of this many sources and channels, the first of which have the most. */
const manyOwners = { sources: 40, channels: 10 } as const;

/** The times of the added records go back this far, evenly by id. */
export const manyDays = 730;

const tables = ["product_parents", "purchase_orders", "returns", "rmas"] as const;

/** The text of a JSON object's fields, to which others can be added: of two with one name, the last one counts. */
const open = (column: string): string => `left(rtrim(${column}::text), -1)`;

/** Numbered rows that are copied, in turn. */
const templates = (table: string, columns: string): string => `
  templates as materialized (
    select row_number() over (order by id) - 1 as place, count(*) over () as places, ${columns}
    from (select * from service.${table} order by id limit 200) first_rows
  ),
  base as materialized (select max(id) as id from service.${table})`;

const iso = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A number from 1 to `count`, of which low ones are most frequent. */
const owner = (count: number): string => `1 + floor(${count} * power(random(), 2))::bigint`;

const purchaseOrders = (count: number, now: string, step: number): string => `
  with ${templates("purchase_orders", `${open("record")} as opened`)},
  made as (
    select g, ${owner(manyOwners.sources)} as source_id, ${owner(manyOwners.channels)} as channel_id,
      random() as state, random() as fulfillment,
      ${now} - (${count} - g) * interval '${manyDays} days' / ${count} as generated_at,
      random() * interval '1 hour' as wait, power(random(), 3) * interval '20 days' as work
    from generate_series(1, ${count}) g
  ),
  dated as (
    select *, case when state > 0.02 then least(generated_at + wait, ${now}) end as sent_at,
      least(generated_at + wait + work, ${now}) as last_modified_at,
      case
        when state <= 0.02 then 'unprocessed' when state <= 0.04 then 'processing' when state <= 0.24 then 'processed'
        when state <= 0.28 then 'canceled' when state <= 0.29 then 'voided' when state <= 0.295 then 'processing_error'
        else 'acknowledged' end as status,
      case
        when fulfillment <= 0.1 then 'awaiting_shipment' when fulfillment <= 0.14 then 'canceled'
        when fulfillment <= 0.19 then 'partially_shipped' else 'shipped' end as fulfillment_status
    from made
  )
  insert into service.purchase_orders
    (id, source_id, channel_id, number, status, fulfillment_status, sent_at, generated_at, last_modified_at, record)
  select base.id + g * ${step}, source_id, channel_id, 'PO-' || (base.id + g * ${step}), status, fulfillment_status, sent_at, generated_at,
    last_modified_at, (opened || ',"id":' || (base.id + g * ${step}) || ',"sourceId":' || source_id || ',"channelId":' || channel_id
      || ',"purchaseOrderNumber":"PO-' || (base.id + g * ${step}) || '","sentAt":' || coalesce('"' || ${iso("sent_at")} || '"', 'null')
      || ',"generatedAt":"' || ${iso("generated_at")} || '","lastModifiedAt":"' || ${iso("last_modified_at")}
      || '","purchaseOrderStatus":{"name":"' || initcap(replace(status, '_', ' ')) || '","handle":"' || status || '"}}')::json
  from dated, base, templates where place = g % places`;

const productParents = (count: number, now: string): string => `
  with ${templates("product_parents", `${open("record")} as opened, variants`)},
  made as (
    select g, ${owner(manyOwners.channels)} as channel_id,
      ${now} - (${count} - g) * interval '${manyDays} days' / ${count} as updated_at
    from generate_series(1, ${count}) g
  )
  insert into service.product_parents (id, channel_id, sku, updated_at, record, variants)
  select base.id + g, channel_id, 'MANY-' || g, updated_at, (opened || ',"id":' || (base.id + g)
    || ',"channel_id":' || channel_id || ',"sku":"MANY-' || g || '","updated_at":"' || ${iso("updated_at")} || '"}')::json,
    variants
  from made, base, templates where place = g % places`;

const returns = (count: number, now: string): string => `
  with ${templates("returns", `${open("record")} as opened`)},
  made as (
    select g, ${owner(manyOwners.channels)} as channel_id, random() as state,
      ${now} - (${count} - g) * interval '${manyDays} days' / ${count} as inserted_at,
      power(random(), 3) * interval '20 days' as work
    from generate_series(1, ${count}) g
  )
  insert into service.returns (record)
  select (opened || ',"id":' || (base.id + g) || ',"orderId":' || (base.id + g) * 3 || ',"channelId":' || channel_id
    || ',"status":"' || case when state < 0.1 then 'open' when state < 0.15 then 'cancelled' else 'closed' end
    || '","insertedAt":"' || ${iso("inserted_at")} || '","updatedAt":"' || ${iso(`least(inserted_at + work, ${now})`)} || '"}')::json
  from made, base, templates where place = g % places`;

const rmas = (count: number, now: string): string => `
  with ${templates("rmas", `${open("record")} as opened`)},
  parents as materialized (select max(id) as last, least(count(*), ${count}) as count from service.returns),
  made as (
    select g, ${owner(manyOwners.sources)} as source_id, random() as state,
      ${now} - (${count} - g) * interval '${manyDays} days' / ${count} as created_at,
      power(random(), 3) * interval '20 days' as work
    from generate_series(1, ${count}) g
  )
  insert into service.rmas (record)
  select (opened || ',"id":' || (base.id + g) || ',"returnId":' || last - (${count} - g) * count / ${count}
    || ',"sourceId":' || source_id || ',"rmaNumber":"RMA-' || (base.id + g)
    || '","rmaStatus":"' || case when state < 0.04 then 'Waiting' when state < 0.06 then 'Partially Approved'
      when state < 0.15 then 'Denied' when state < 0.2 then 'Canceled' when state < 0.21 then 'Voided' else 'Approved' end
    || '","createdAt":"' || ${iso("created_at")} || '","updatedAt":"' || ${iso(`least(created_at + work, ${now})`)} || '"}')::json
  from made, base, parents, templates where place = g % places`;

/**
 * Adds many records by SQL alone: copies of the first ones under other ids, owners, states and times. There must be at
 * least one of each kind. No webhook events are written for them.
 */
export const addManyRecords = async (sql: Sql, counts: RecordCounts, now: Date): Promise<void> => {
  const time = `timestamptz '${now.toISOString()}'`;
  const reports = ["report_import", "report_new_processing"];
  await sql.begin(async (transaction) => {
    const switchReports = (state: "enable" | "disable") =>
      transaction.script(
        reports
          .map((name) => `alter table service.purchase_orders ${state} trigger ${name};`)
          .join("\n"),
      );
    await switchReports("disable");
    await transaction.script("select setseed(0.5)");
    await transaction.script(purchaseOrders(counts.purchaseOrders, time, counts.orderIdStep ?? 1));
    await switchReports("enable");
    await transaction.script(productParents(counts.productParents, time));
    await transaction.script(returns(counts.returns, time));
    await transaction.script(rmas(counts.rmas, time));
  });
  await sql.script(tables.map((table) => `analyze service.${table};`).join("\n"));
};
