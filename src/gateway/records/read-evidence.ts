import {
  type CustomerHistory,
  type DecidedLine,
  type Evidence,
  type EvidenceLine,
  type EvidenceParcel,
  type EvidenceRecord,
  maxEvidenceProducts,
  type ReturnRate,
} from "#contract/evidence.ts";
import { groupBy } from "#contract/group-by.ts";
import type { RecordCopyState } from "#contract/copy-state.ts";
import type { SearchedKind } from "#contract/record-search.ts";
import type { Query } from "#database/sql.ts";
import { readOrderedSince, skuSubject, sourceSubject } from "./ordered-units.ts";
import { type Asked, describeAlike, type Judged, judgeLines } from "./past-decisions.ts";
import {
  customerKeyOf,
  describeRecord,
  foldFeature,
  type Loose,
  readId,
  toRecord,
  toRecords,
  toText,
} from "./read-record.ts";
import {
  type LineFacts,
  readAmount,
  readDecision,
  readLineFacts,
  unitsOf,
} from "./read-rma-lines.ts";
import {
  type CopyIds,
  pickAround,
  readAround,
  readChildren,
  readStored,
  type StoredRecord,
} from "./rma-lines.ts";

/* What the copied records tell of one RMA: bounded lookups only, whatever the number of records. */

/** The copies of an upstream, and how far they are. */
export interface Copies {
  readonly ids: CopyIds;
  readonly states: Readonly<Record<SearchedKind, RecordCopyState>>;
}

/** The fields that are known. */
const known = <T extends object>(fields: {
  readonly [K in keyof T]: T[K] | undefined | null | "";
}): T =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    ),
  ) as T;

const toEvidenceRecord = (kind: SearchedKind, stored: StoredRecord): EvidenceRecord => {
  const { name, status, date } = describeRecord(kind, stored.record);
  return {
    kind,
    id: stored.id as number,
    name,
    ...known<Pick<EvidenceRecord, "status" | "date">>({ status: status ?? "", date: date ?? "" }),
    seenAt: Math.round(stored.seen),
  };
};

const toParcel = (parcel: Loose): EvidenceParcel =>
  known<EvidenceParcel>({
    carrier: toText(parcel["carrier"]),
    trackingNumber: toText(parcel["trackingNumber"]),
    trackingUrl: toText(parcel["trackingUrl"]),
    shippedAt: toText(parcel["shippedAt"]),
  });

const toOrdered = ({ order, ordered }: LineFacts): EvidenceLine["ordered"] =>
  order === undefined
    ? undefined
    : {
        purchaseOrderId: order["id"] as number,
        ...known<object>({
          units: readAmount(ordered["quantity"]),
          shippedUnits: readAmount(ordered["shippedQuantity"]),
          cost: readAmount(ordered["cost"]),
        }),
      };

const toLine = (facts: LineFacts, past: EvidenceLine["past"]): EvidenceLine => {
  const { item, returned, parcels, shippedAt, deliveredAt } = facts;
  return known<EvidenceLine>({
    id: item["id"] as number,
    sku: toText(item["sku"]),
    pricePaid: readAmount(returned["salesPrice"]),
    refunded: readAmount(returned["refundedAmount"]),
    credited: readAmount(item["creditedAmount"]),
    ordered: toOrdered(facts),
    parcels: parcels.map(toParcel),
    shippedAt,
    deliveredAt,
    past,
  });
};

interface FeatureRow {
  readonly line: number | string;
  readonly reason: string | null;
  readonly condition: string | null;
  readonly source: number | string | null;
  readonly cost: number | null;
  readonly age: number | null;
}

/** The lines of an RMA as past decisions are asked for them, by line. */
export const readAsked = async (
  sql: Query,
  copyId: number,
  rma: number | string,
): Promise<Map<string, Asked>> => {
  const rows = await sql<FeatureRow[]>`
    select line_id as line, reason, condition, source_id as source, cost, age
    from gateway.rma_lines where copy_id = ${copyId} and rma_id = ${rma}::bigint`;
  return new Map(
    rows.map(({ line, source, ...features }) => [
      String(line),
      {
        ...features,
        source: source === null ? null : String(source),
        rma: String(rma),
        before: null,
      },
    ]),
  );
};

/** What was judged of a line, as an answer has it. */
export const toPast = (asked: Asked, item: Loose, { features, counts }: Judged) => ({
  alike: describeAlike(asked, features, {
    reason: toText(item["returnReason"]),
    condition: toText(item["returnCondition"]),
  }),
  ...counts,
});

const readPast = async (
  sql: Query,
  copies: CopyIds,
  rma: StoredRecord,
  lines: readonly LineFacts[],
): Promise<Map<string, EvidenceLine["past"]>> => {
  const copyId = copies.get("rmas")!;
  const asked = await readAsked(sql, copyId, rma.id);
  const judged = await judgeLines(sql, copyId, [...asked.values()]);
  const byLine = new Map([...asked.keys()].map((line, place) => [line, judged[place]]));
  return new Map(
    lines.map(({ id, item }) => {
      const [one, past] = [asked.get(id), byLine.get(id)];
      return [id, one && past && toPast(one, item, past)];
    }),
  );
};

/** Of a customer with more orders, the newest are read. */
const mostCustomerOrders = 200;
const mostNewest = 10;

interface HistoryRow {
  readonly units: number | null;
  readonly approved: number | null;
  readonly denied: number | null;
  readonly credited: number | null;
}

/** The other returns of the customer of a return. */
const readHistory = async (
  sql: Query,
  { ids }: Copies,
  itsReturn: StoredRecord,
  key: NonNullable<ReturnType<typeof customerKeyOf>>,
): Promise<CustomerHistory | undefined> => {
  const [orders, returnCopy, rmaCopy] = [
    ids.get("purchase-orders"),
    ids.get("returns"),
    ids.get("rmas"),
  ];
  if (orders === undefined || returnCopy === undefined || rmaCopy === undefined) return undefined;
  const found = await sql<{ parent: number | string | null }[]>`
    select parent_id as parent from (
      select record_id from gateway.record_words
      where copy_id = ${orders} and word = ${key.word}
      order by word desc, record_id desc limit ${mostCustomerOrders + 1}
    ) as newest join gateway.records using (record_id) where copy_id = ${orders}`;
  const parents = found.flatMap(({ parent }) => parent ?? []);
  const all = await readChildren(sql, returnCopy, parents);
  const returns = all.filter(({ id }) => String(id) !== String(itsReturn.id));
  const rmas = await readChildren(
    sql,
    rmaCopy,
    returns.map(({ id }) => id),
  );
  const [sums] = await sql<HistoryRow[]>`
    select sum(quantity)::float8 as units, sum(approved)::float8 as approved,
      sum(denied)::float8 as denied, sum(credited) as credited
    from gateway.rma_lines
    where copy_id = ${rmaCopy} and counted and rma_id = any(${rmas.map(({ id }) => String(id))}::bigint[])`;
  const withRmas = new Set(rmas.map(({ parent }) => String(parent)));
  const alone = returns.filter(({ id }) => !withRmas.has(String(id)));
  const newest = [
    ...rmas.map((one) => toEvidenceRecord("rmas", one)),
    ...alone.map((one) => toEvidenceRecord("returns", one)),
  ].toSorted((a, b) => ((a.date ?? "") < (b.date ?? "") ? 1 : -1));
  return {
    by: key.by,
    hasMore: found.length > mostCustomerOrders,
    orders: new Set(parents.map(String)).size,
    returns: returns.length,
    rmas: rmas.length,
    units: sums?.units ?? 0,
    approvedUnits: sums?.approved ?? 0,
    deniedUnits: sums?.denied ?? 0,
    ...(sums?.credited == null ? {} : { credited: Math.round(sums.credited * 100) / 100 }),
    newest: newest.slice(0, mostNewest),
  };
};

const readCustomer = async (
  sql: Query,
  copies: Copies,
  itsReturn: StoredRecord | undefined,
  order: StoredRecord | undefined,
): Promise<Evidence["customer"]> => {
  if (order === undefined || itsReturn === undefined) return undefined;
  const addresses = ["shippingAddress", "billingAddress"].map((name) =>
    toRecord(order.record[name]),
  );
  const first = (read: (address: Loose) => string) =>
    addresses.map(read).find((text) => text !== "");
  const nameOf = ({ name, firstName, lastName }: Loose) =>
    toText(name) || toText(`${toText(firstName)} ${toText(lastName)}`);
  const person = known<object>({
    name: first(nameOf),
    email: first(({ email }) => toText(email)),
    phone: first(({ phone }) => toText(phone)),
  });
  if (Object.keys(person).length === 0) return undefined;
  const keys = addresses.flatMap((address) => customerKeyOf(address) ?? []);
  const key = keys.find(({ by }) => by === "email") ?? keys[0];
  const history = key && (await readHistory(sql, copies, itsReturn, key));
  return { ...person, seenAt: Math.round(order.seen), ...(history ? { history } : {}) };
};

/** Rates are of this month and so many before it, as far as records are kept. */
const monthsBefore = 12;

const firstMonth = (now: number, days: number): string => {
  const at = new Date(now);
  const year = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBefore);
  const kept = new Date(Math.max(year, now - days * 24 * 60 * 60_000));
  return `${kept.toISOString().slice(0, 7)}-01`;
};

interface ReturnedRow {
  readonly subject: string;
  readonly returns: number;
  readonly units: number;
}

/** The rates of returns of some SKUs and of a source, by subject. */
const readRates = async (
  sql: Query,
  { ids, states }: Copies,
  skus: readonly string[],
  source: string | undefined,
  from: string,
): Promise<Map<string, ReturnRate>> => {
  const [orders, rmas] = [ids.get("purchase-orders"), ids.get("rmas")];
  const sources = source === undefined ? [] : [source];
  const subjects = [...skus.map(skuSubject), ...sources.map(sourceSubject)];
  const since = sql`copy_id = ${rmas ?? 0} and counted and created_at >= ${`${from}T00:00:00Z`}::timestamptz`;
  const [ordered, returned] = await Promise.all([
    orders === undefined
      ? new Map<string, number>()
      : readOrderedSince(sql, orders, subjects, from),
    sql<ReturnedRow[]>`
      select 'sku ' || sku as subject, count(*)::integer as returns, sum(quantity)::float8 as units
      from gateway.rma_lines where ${since} and sku = any(${skus.map(foldFeature)}::text[]) group by sku
      union all
      select 'source ' || source_id, count(*)::integer, sum(quantity)::float8
      from gateway.rma_lines where ${since} and source_id = any(${sources}::bigint[])
      group by source_id`,
  ]);
  const checked = [states["purchase-orders"].checkedAt, states.rmas.checkedAt];
  const seen = checked.includes(null) ? undefined : Math.min(...checked.map(Number));
  const bySubject = new Map(returned.map((row) => [row.subject, row]));
  return new Map(
    subjects.map((subject) => [
      subject,
      known<ReturnRate>({
        returns: bySubject.get(subject)?.returns ?? 0,
        returnedUnits: bySubject.get(subject)?.units ?? 0,
        orderedUnits: ordered.get(subject),
        from,
        seenAt: seen,
      }),
    ]),
  );
};

interface Moment {
  readonly now: number;
  /** Records are kept for so many days. */
  readonly days: number;
}

/** What the copies tell of an RMA. */
export const readEvidence = async (
  sql: Query,
  copies: Copies,
  rmaId: string,
  { now, days }: Moment,
): Promise<Evidence> => {
  const { ids } = copies;
  const nothing = { copies: copies.states, orders: [], lines: [], products: [], otherRmas: [] };
  const [rma] = await readStored(sql, ids.get("rmas"), [rmaId]);
  if (rma === undefined) return nothing;
  const [around, siblings] = await Promise.all([
    readAround(sql, ids, [rma]),
    rma.parent === null ? [] : readChildren(sql, ids.get("rmas"), [rma.parent]),
  ]);
  const { itsReturn, orders } = pickAround(rma, around);
  const lines = readLineFacts(
    rma.record,
    itsReturn?.record,
    orders.map(({ record }) => record),
  );
  const used = orders.filter(({ record }) => lines.some(({ order }) => order === record));
  const bySku = groupBy(
    lines.map(({ item }) => toText(item["sku"])).filter((sku) => sku !== ""),
    foldFeature,
  );
  const skus = [...bySku.values()].flatMap(([sku]) => sku ?? []).slice(0, maxEvidenceProducts);
  const source = readId(rma.record, "sourceId");
  const [past, customer, rates] = await Promise.all([
    readPast(sql, ids, rma, lines),
    readCustomer(sql, copies, itsReturn, used[0] ?? orders[0]),
    readRates(sql, copies, skus, source, firstMonth(now, days)),
  ]);
  const rateOfSource = source === undefined ? undefined : rates.get(sourceSubject(source));
  return {
    ...nothing,
    rma: toEvidenceRecord("rmas", rma),
    ...(itsReturn === undefined ? {} : { return: toEvidenceRecord("returns", itsReturn) }),
    orders: used.map((order) => ({
      ...toEvidenceRecord("purchase-orders", order),
      ...known<object>({
        fulfillmentStatus: toText(toRecord(order.record["purchaseOrderFulfillmentStatus"])["name"]),
        sourceId: order.record["sourceId"],
      }),
    })),
    lines: lines.map((facts) => toLine(facts, past.get(facts.id))),
    ...(customer === undefined ? {} : { customer }),
    products: skus.flatMap((sku) => {
      const rate = rates.get(skuSubject(sku));
      return rate === undefined ? [] : [{ sku, ...rate }];
    }),
    ...(rateOfSource === undefined
      ? {}
      : { source: { id: rma.record["sourceId"] as number, ...rateOfSource } }),
    otherRmas: siblings
      .filter(({ id }) => String(id) !== String(rma.id))
      .map((one) => toEvidenceRecord("rmas", one)),
  };
};

/** A line of a stored RMA as a list of decided lines shows it; undefined if it is no longer one. */
export const toDecidedLine = (
  rma: StoredRecord,
  lineId: string,
  decidedAt: number,
): DecidedLine | undefined => {
  const item = toRecords(rma.record["items"]).find((line) => readId(line, "id") === lineId);
  const decision = item && readDecision(rma.record, item);
  if (item === undefined || decision === undefined) return undefined;
  return known<DecidedLine>({
    rma: toEvidenceRecord("rmas", rma),
    lineId: item["id"] as number,
    sku: toText(item["sku"]),
    title: toText(item["title"]),
    reason: toText(item["returnReason"]),
    condition: toText(item["returnCondition"]),
    cost: readAmount(item["cost"]),
    quantity: unitsOf(item, "quantity"),
    approved: unitsOf(item, "approvedQuantity"),
    denied: unitsOf(item, "deniedQuantity"),
    credited: readAmount(item["creditedAmount"]),
    outcome: decision.outcome,
    creditPercent: decision.creditPercent,
    decidedAt: Math.round(decidedAt),
  });
};
