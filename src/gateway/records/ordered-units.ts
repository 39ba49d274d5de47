import type { Query } from "#database/sql.ts";
import { foldFeature, readId, toRecord, toRecords, toText } from "./read-record.ts";
import { timeOf, unitsOf } from "./read-rma-lines.ts";

/* How many units customers ordered, added up by source and by SKU: the base of the rates of returns. */

/** Whose ordered units are counted together. */
export const sourceSubject = (sourceId: string): string => `source ${sourceId}`;
export const skuSubject = (sku: string): string => `sku ${foldFeature(sku)}`;

interface OrderedUnits {
  readonly subject: string;
  /** Its first day. */
  readonly month: string;
  readonly units: number;
}

/** The units of a record, if it is a customer's order that was not taken back, in the month of the order. */
const readOrderedUnits = (record: unknown): OrderedUnits[] => {
  const order = toRecord(record);
  const at = timeOf(order["generatedAt"]) ?? timeOf(order["sentAt"]);
  const type = toText(toRecord(order["purchaseOrderType"])["handle"]);
  const isTakenBack = [order["canceledAt"], order["voidedAt"]].some((time) => toText(time) !== "");
  if (at === undefined || isTakenBack || /^(?:transfer|stocking)/.test(type)) return [];
  const source = readId(order, "sourceId");
  const month = `${new Date(at).toISOString().slice(0, 7)}-01`;
  return toRecords(order["purchaseOrderItems"]).flatMap((line) => {
    const gone = unitsOf(line, "canceledQuantity") + unitsOf(line, "voidedQuantity");
    const units = unitsOf(line, "quantity") - gone;
    const sku = toText(line["sku"]);
    const subjects = [
      ...(source === undefined ? [] : [sourceSubject(source)]),
      ...(sku === "" ? [] : [skuSubject(sku)]),
    ];
    return units > 0 ? subjects.map((subject) => ({ subject, month, units })) : [];
  });
};

/** Counts records that are stored or removed: the units of those before are taken off. In a transaction. */
export const changeOrderedUnits = async (
  sql: Query,
  copyId: number,
  before: readonly unknown[],
  after: readonly unknown[],
): Promise<void> => {
  const changes = new Map<string, OrderedUnits>();
  const add = (records: readonly unknown[], sign: 1 | -1) => {
    for (const { subject, month, units } of records.flatMap(readOrderedUnits)) {
      const key = `${month} ${subject}`;
      const known = changes.get(key)?.units ?? 0;
      changes.set(key, { subject, month, units: known + sign * units });
    }
  };
  add(before, -1);
  add(after, 1);
  const changed = [...changes.values()].filter(({ units }) => units !== 0);
  if (changed.length === 0) return;
  const json = JSON.stringify(changed);
  await sql`
    insert into gateway.ordered_units as known (copy_id, subject, month, units)
    select ${copyId}::integer, subject, month, units
    from json_to_recordset(${json}::text::json) as change (subject text, month date, units bigint)
    on conflict (copy_id, subject, month) do update set units = known.units + excluded.units`;
  await sql`
    delete from gateway.ordered_units as known
    using json_to_recordset(${json}::text::json) as change (subject text, month date)
    where known.copy_id = ${copyId} and known.subject = change.subject
      and known.month = change.month and known.units <= 0`;
};

/** The units ordered since the first day of a month, of each subject that has any. */
export const readOrderedSince = async (
  sql: Query,
  copyId: number,
  subjects: readonly string[],
  month: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql<{ subject: string; units: number }[]>`
    select subject, sum(units)::float8 as units from gateway.ordered_units
    where copy_id = ${copyId} and subject = any(${subjects}::text[]) and month >= ${month}::date
    group by subject`;
  return new Map(rows.map(({ subject, units }) => [subject, units]));
};
