import { decidableRmaStatuses } from "#contract/rmas.ts";
import {
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
} from "#contract/purchase-order-states.ts";
import { readTime } from "#contract/read-time.ts";
import type { SearchedKind } from "#contract/record-search.ts";
import type { Query } from "#database/sql.ts";
import { describeRecord, readId, toRecord, toRecords, toText } from "./read-record.ts";

/*
 * What is kept of each record when it is stored, so that figures and exceptions are counted without reading records. Records
 * are the API's and may be anything.
 */

/** What a record waits for, or what failed. */
export type WaitKind =
  | "decision"
  | "return-error"
  | "shipment"
  | "order-error"
  | "to-receive"
  | "open-return"
  | "webhook";

export interface Wait {
  readonly kind: WaitKind;
  readonly since: string | null;
  readonly source: string | null;
  readonly units: number;
  readonly cents: number | null;
  readonly name: string;
  readonly status: string | null;
  readonly detail: string;
}

interface RmaFacts {
  readonly source: string | null;
  readonly created: string | null;
  readonly decided: string | null;
  readonly units: number;
  readonly reasons: readonly string[];
  readonly reasonUnits: readonly number[];
}

type Loose = Readonly<Record<string, unknown>>;

const mostUnits = 1_000_000;
const longestText = 500;

const readUnits = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value)
    ? Math.min(mostUnits, Math.max(0, value))
    : 0;

/** PostgreSQL has no year 10000, nor do lists show one. */
const lastTime = Date.parse("9999-12-31T00:00:00Z");

const toInstant = (time: number): string | null =>
  time > 0 && time < lastTime ? new Date(time).toISOString() : null;

const readInstant = (value: unknown): string | null => toInstant(readTime(toText(value)));

/** A text that PostgreSQL stores. */
const readLine = (value: unknown): string =>
  toText(value)
    .replace(/[\0\p{Surrogate}]/gu, "")
    .slice(0, longestText);

const countOpen = (item: Loose): number =>
  Math.max(
    0,
    readUnits(item["quantity"]) -
      readUnits(item["approvedQuantity"]) -
      readUnits(item["deniedQuantity"]),
  );

/** As the console computes a credit: costs may have more than two decimals. */
const toCents = (cost: unknown, units: number): number | null => {
  if (typeof cost !== "number") return null;
  const cents = Math.round((Math.round(cost * 1e6) * units) / 1e4);
  return Number.isSafeInteger(cents) ? cents : null;
};

const readOpenLines = (rma: Loose) =>
  decidableRmaStatuses.includes(toText(rma["rmaStatus"]))
    ? toRecords(rma["items"])
        .map((item) => ({ cost: item["cost"], units: countOpen(item) }))
        .filter(({ units }) => units > 0)
    : [];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const sumUnits = (numbers: readonly number[]): number => Math.min(mostUnits, sum(numbers));

const common = (kind: SearchedKind, record: Loose) => {
  const { name, status } = describeRecord(kind, record);
  const source = readId(record, "sourceId") ?? null;
  return {
    source,
    units: 0,
    cents: null,
    name: readLine(name),
    status: status === null ? null : readLine(status),
    detail: "",
  };
};

const syncErrorOf = (shipment: Loose): string => readLine(shipment["syncError"]);

const readRmaWaits = (rma: Loose, changed: string | null): Wait[] => {
  const base = common("rmas", rma);
  const open = readOpenLines(rma);
  const cents = open.map(({ cost, units }) => toCents(cost, units));
  const total = cents.some((one) => one === null) ? Number.NaN : sum(cents.map((one) => one ?? 0));
  const shipments = toRecords(rma["rmaShipments"]).map((one) => toRecord(one["shipment"]));
  const error =
    readLine(rma["accountingError"]) ||
    (shipments.map(syncErrorOf).find((text) => text !== "") ?? "");
  return [
    ...(open.length > 0
      ? [
          {
            ...base,
            kind: "decision" as const,
            since: readInstant(rma["createdAt"]),
            units: sumUnits(open.map(({ units }) => units)),
            cents: Number.isSafeInteger(total) ? total : null,
          },
        ]
      : []),
    ...(error === ""
      ? []
      : [{ ...base, kind: "return-error" as const, since: changed, detail: error }]),
  ];
};

/** The status or fulfillment of an order by its handle, whichever of its two texts the API sends. */
const handleOf = (value: unknown, find: (text: string) => string | undefined): string => {
  const { handle, name } = toRecord(value);
  return toText(handle) || (find(toText(name)) ?? "");
};

const troubled: ReadonlySet<string> = new Set([
  "additional_info_required",
  "po_number_exceeds_max_length",
  "duplicate",
  "processing_error",
]);
/** The source has it, and has not shipped all of it. */
const sent: ReadonlySet<string> = new Set(["processed", "acknowledged"]);
const unshipped: ReadonlySet<string> = new Set(["awaiting_shipment", "partially_shipped"]);

const countUnshipped = (order: Loose): number =>
  sumUnits(
    toRecords(order["purchaseOrderItems"]).map((item) =>
      Math.max(
        0,
        readUnits(item["quantity"]) -
          readUnits(item["shippedQuantity"]) -
          readUnits(item["canceledQuantity"]) -
          readUnits(item["voidedQuantity"]),
      ),
    ),
  );

const readOrderWaits = (order: Loose, changed: string | null): Wait[] => {
  const base = common("purchase-orders", order);
  const status = handleOf(order["purchaseOrderStatus"], findPurchaseOrderStatusHandle);
  const fulfillment = handleOf(
    order["purchaseOrderFulfillmentStatus"],
    findFulfillmentStatusHandle,
  );
  const sentAt = readInstant(order["sentAt"]);
  const failed = toRecords(order["shipments"]).find((one) => syncErrorOf(one) !== "");
  const error = troubled.has(status)
    ? readLine(order["processingErrorReason"]) || (base.status ?? "")
    : failed === undefined
      ? ""
      : syncErrorOf(failed);
  const isUnshipped = sent.has(status) && unshipped.has(fulfillment) && sentAt !== null;
  return [
    ...(isUnshipped
      ? [{ ...base, kind: "shipment" as const, since: sentAt, units: countUnshipped(order) }]
      : []),
    ...(status === "processing" ? [{ ...base, kind: "to-receive" as const, since: sentAt }] : []),
    ...(error === ""
      ? []
      : [{ ...base, kind: "order-error" as const, since: changed, detail: error }]),
  ];
};

/** What a record waits for; `changed` is when it last changed, in milliseconds since 1970. */
const readWaits = (kind: SearchedKind, value: unknown, changed: number): Wait[] => {
  const record = toRecord(value);
  const at = toInstant(changed);
  if (kind === "rmas") return readRmaWaits(record, at);
  if (kind === "purchase-orders") return readOrderWaits(record, at);
  return toText(record["status"]) === "open"
    ? [{ ...common(kind, record), kind: "open-return", since: readInstant(record["insertedAt"]) }]
    : [];
};

const decidedStatuses: ReadonlySet<string> = new Set(["Approved", "Denied", "Partially Approved"]);

/** What trends count of an RMA. */
const readRmaFacts = (value: unknown, changed: number): RmaFacts => {
  const rma = toRecord(value);
  const items = toRecords(rma["items"]);
  const isDecided =
    decidedStatuses.has(toText(rma["rmaStatus"])) && readOpenLines(rma).length === 0;
  const units = new Map<string, number>();
  for (const item of items) {
    const reason = readLine(item["returnReason"]);
    units.set(reason, sumUnits([units.get(reason) ?? 0, readUnits(item["quantity"])]));
  }
  return {
    source: readId(rma, "sourceId") ?? null,
    created: readInstant(rma["createdAt"]),
    decided: isDecided ? toInstant(changed) : null,
    units: sumUnits(items.map((item) => readUnits(item["quantity"]))),
    reasons: [...units.keys()],
    reasonUnits: [...units.values()],
  };
};

/** Replaces what records wait for, in a transaction. An error with the same text keeps its beginning. */
export const storeWaits = async (
  sql: Query,
  copyId: number,
  records: readonly { readonly id: string; readonly waits: readonly Wait[] }[],
): Promise<void> => {
  const rows = records.flatMap(({ id, waits }) => waits.map((wait) => ({ id, ...wait })));
  const json = JSON.stringify(rows);
  await sql`
    delete from gateway.record_waits as known
    where copy_id = ${copyId} and record_id = any(${records.map(({ id }) => id)}::bigint[])
      and not exists (
        select from json_array_elements(${json}::text::json)
        where (value ->> 'id')::bigint = known.record_id and value ->> 'kind' = known.kind)`;
  if (rows.length === 0) return;
  await sql`
    insert into gateway.record_waits as known
      (copy_id, record_id, kind, since, source_id, units, cents, name, status, detail)
    select ${copyId}::integer, (value ->> 'id')::bigint, value ->> 'kind', (value ->> 'since')::timestamptz,
      (value ->> 'source')::bigint, (value ->> 'units')::integer, (value ->> 'cents')::bigint,
      value ->> 'name', value ->> 'status', value ->> 'detail'
    from json_array_elements(${json}::text::json)
    on conflict (copy_id, record_id, kind) do update
    set since = case when excluded.detail <> '' and excluded.detail = known.detail then known.since else excluded.since end,
      source_id = excluded.source_id, units = excluded.units, cents = excluded.cents, name = excluded.name,
      status = excluded.status, detail = excluded.detail`;
};

interface StoredRecord {
  readonly id: string;
  readonly value: unknown;
  /** In milliseconds since 1970. */
  readonly changed: number;
}

/** Keeps what figures need of records that are stored, in the same transaction. */
export const storeFacts = async (
  sql: Query,
  copyId: number,
  kind: SearchedKind,
  records: readonly StoredRecord[],
): Promise<void> => {
  const waits = records.map(({ id, value, changed }) => ({
    id,
    waits: readWaits(kind, value, changed),
  }));
  await storeWaits(sql, copyId, waits);
  if (kind !== "rmas") return;
  const facts = records.map(({ id, value, changed }) => ({ id, ...readRmaFacts(value, changed) }));
  // What is first seen decided was decided by its last change; later changes of it move nothing.
  await sql`
    insert into gateway.rma_facts as known
      (copy_id, record_id, source_id, created_at, decided_at, units, reasons, reason_units)
    select ${copyId}::integer, (value ->> 'id')::bigint, (value ->> 'source')::bigint,
      (value ->> 'created')::timestamptz, (value ->> 'decided')::timestamptz, (value ->> 'units')::integer,
      array(select json_array_elements_text(value -> 'reasons')),
      array(select json_array_elements_text(value -> 'reasonUnits')::integer)
    from json_array_elements(${JSON.stringify(facts)}::text::json)
    on conflict (copy_id, record_id) do update
    set source_id = excluded.source_id, created_at = excluded.created_at, units = excluded.units,
      decided_at = case when excluded.decided_at is null then null
        else coalesce(known.decided_at, excluded.decided_at) end,
      reasons = excluded.reasons, reason_units = excluded.reason_units`;
};

/** Removes what was kept of records, in a transaction. */
export const removeFacts = async (
  sql: Query,
  copyId: number,
  ids: readonly string[],
): Promise<void> => {
  await sql`
    delete from gateway.record_waits where copy_id = ${copyId} and record_id = any(${ids}::bigint[])`;
  await sql`
    delete from gateway.rma_facts where copy_id = ${copyId} and record_id = any(${ids}::bigint[])`;
};
