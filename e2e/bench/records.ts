import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { checkProposals } from "#gateway/records/check-proposals.ts";
import { changeOrderedUnits } from "#gateway/records/ordered-units.ts";
import { type Copies, readEvidence } from "#gateway/records/read-evidence.ts";
import { changedAtOf, readWords } from "#gateway/records/read-record.ts";
import { joinWords, openCopy } from "#gateway/records/record-store.ts";
import { updateLines } from "#gateway/records/rma-lines.ts";
import { searchRecords } from "#gateway/records/search-records.ts";

/*
 * The search over the copy of generated purchase orders, written straight into its tables, and what the copy tells of RMAs: a
 * tenth of the orders has a return with one.
 * `BENCH_ORDERS=1000000 npm run bench -- records` for the size that the copy must stand; `BENCH_DIR=/somewhere` keeps them.
 */

const day = 24 * 60 * 60_000;
const kinds = ["purchase-orders", "returns", "rmas"] as const;
const orders = Number(process.env["BENCH_ORDERS"] ?? 100_000);
const perBatch = 2_000;
const rounds = 5;

/** Deterministic, with frequent and rare values as names have them: the first of a list is the most frequent. */
const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
const choose = createRandom(7);

const syllables = "ma ri so lan ber tor vin ka del ro ne shu per gal win hol mer dan fi ost".split(
  " ",
);
/** A word for a number: pronounceable, and with shared beginnings. */
const wordFor = (number: number): string => {
  let rest = number;
  let word = "";
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word;
};

const createOrder = (id: number) => {
  const random = createRandom(Math.imul(id, 2_654_435_761));
  const pick = (most: number): number => Math.floor(most * random() ** 2);
  random();
  const [first, lastName] = [wordFor(20 + pick(400)), wordFor(500 + pick(20_000))];
  const name = `${first} ${lastName}`;
  // Some customers have hundreds of orders.
  const regular = id % 50 === 0 ? `regular${(id / 50) % 100}@shop.example` : undefined;
  const at = new Date(Date.UTC(2026, 0, 1) + id * 30_000).toISOString();
  const lines = Array.from({ length: 1 + pick(4) }, (_, place) => {
    const product = pick(50_000);
    return {
      id: (id - 1) * 4 + place + 1,
      orderItemId: (id - 1) * 4 + place + 1,
      sku: `${wordFor(product % 300)}-${product}-${"SMLX"[product % 4]}`.toUpperCase(),
      title: `${wordFor(product % 60)} ${wordFor(product % 900)} ${wordFor(product % 7_000)} set`,
      upc: String(100_000_000_000 + product * 7),
      quantity: 1,
      shippedQuantity: 1,
      cost: 1 + (product % 400),
    };
  });
  return {
    id,
    orderId: 5_000_000 + id,
    sourceId: 1 + (id % 9 === 0 ? id % 40 : id % 3),
    purchaseOrderNumber: `PO-${200_000 + id}`,
    purchaseOrderStatus: { name: "Processed", handle: "processed" },
    generatedAt: at,
    lastModifiedAt: at,
    shippingAddress: {
      name,
      email: regular ?? `${first}.${lastName}${pick(90)}@${wordFor(pick(40))}.example`,
      phone: `(${200 + pick(700)}) ${100 + pick(899)}-${String(pick(10_000)).padStart(4, "0")}`,
      addressLine1: `${id % 900} ${wordFor(pick(800))} Street`,
      city: wordFor(pick(900)),
    },
    purchaseOrderItems: lines,
    shipments: [
      {
        carrier: "UPS",
        trackingNumber: `1Z${String(id * 7_919).padStart(12, "0")}`,
        shippedAt: at,
        shipmentItems: lines.map(({ orderItemId }) => ({ orderItemId, quantity: 1 })),
      },
    ],
    tags: pick(10) < 3 ? ["priority"] : [],
  };
};

const reasons = ["Defective", "Too late", "Not needed", "Wrong item", "Damaged", "Too small"];
const conditions = ["New", "Like new", "Used", "Damaged"];

/** Every tenth order comes back. Most decisions follow from the reason. */
const createReturn = (order: Order) => {
  const { id, orderId, sourceId } = order;
  const random = createRandom(id * 31);
  const pick = (most: number): number => Math.floor(most * random() ** 2);
  random();
  const at = (days: number) => new Date(Date.parse(order.generatedAt) + days * day).toISOString();
  const reason = pick(reasons.length);
  const isOpen = id % 200 === 0;
  const approved = Number(!isOpen && random() < (reason === 2 ? 0.1 : 0.9));
  const [line] = order.purchaseOrderItems;
  const createdAt = at(3 + pick(90));
  const item = {
    id,
    returnItemId: id,
    sku: line!.sku,
    returnReason: reasons[reason],
    returnCondition: conditions[pick(conditions.length)],
    quantity: 1,
    approvedQuantity: approved,
    deniedQuantity: isOpen ? 0 : 1 - approved,
    cost: line!.cost,
    creditedAmount: approved * line!.cost,
  };
  const returned = { id, returnId: id, orderItemId: line!.orderItemId, salesPrice: line!.cost * 2 };
  return {
    itsReturn: { id, orderId, returnNumber: `RTN-${id}`, updatedAt: createdAt, items: [returned] },
    rma: {
      id,
      returnId: id,
      sourceId,
      rmaNumber: `RMA-${id}`,
      rmaStatus: isOpen ? "Waiting" : approved === 1 ? "Approved" : "Denied",
      createdAt,
      updatedAt: at(100),
      items: [item],
    },
  };
};

/** A field of `copy from stdin` as text. */
const field = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");

type Order = ReturnType<typeof createOrder>;

const writeRecord = (copyId: number, id: number, parent: number, changed: string, value: object) =>
  `${copyId}\t${id}\t${parent}\t${field(JSON.stringify(value))}\t${changed}\n`;

const fill = async (sql: Sql, copies: Copies["ids"]): Promise<void> => {
  const [copyId, returnCopy, rmaCopy] = kinds.map((kind) => copies.get(kind)!);
  const load = async (statement: string, made: readonly Order[], write: (one: Order) => string) => {
    async function* chunks() {
      yield made.map(write).join("");
    }
    await sql.load(
      statement === "records"
        ? sql`copy gateway.records (copy_id, record_id, parent_id, record, changed_at) from stdin`
        : statement === "texts"
          ? sql`copy gateway.record_texts (copy_id, record_id, words) from stdin`
          : sql`copy gateway.record_words (copy_id, word, record_id) from stdin`,
      chunks(),
    );
  };
  // One index of all words at the end takes a fraction of the time.
  await sql`alter table gateway.record_words drop constraint record_words_pkey`;
  for (let from = 1; from <= orders; from += perBatch) {
    const size = Math.min(perBatch, orders - from + 1);
    const made = Array.from({ length: size }, (_, index) => createOrder(from + index));
    const words = new Map(made.map((one) => [one, readWords("purchase-orders", one)]));
    await load("records", made, (one) => {
      const changed = new Date(changedAtOf("purchase-orders", one) ?? 0).toISOString();
      return writeRecord(copyId!, one.id, one.orderId, changed, one);
    });
    const sentBack = made.filter(({ id }) => id % 10 === 0);
    await load("records", sentBack, (one) => {
      const { itsReturn, rma } = createReturn(one);
      const { id, orderId, updatedAt } = itsReturn;
      return (
        writeRecord(returnCopy!, id, orderId, updatedAt, itsReturn) +
        writeRecord(rmaCopy!, id, id, rma.updatedAt, rma)
      );
    });
    await updateLines(sql, copies, "rmas", sentBack);
    await changeOrderedUnits(sql, copyId!, [], made);
    await load(
      "texts",
      made,
      (one) => `${copyId}\t${one.id}\t${field(joinWords(words.get(one) ?? []))}\n`,
    );
    await load("words", made, (one) =>
      (words.get(one) ?? []).map((word) => `${copyId}\t${field(word)}\t${one.id}\n`).join(""),
    );
  }
  await sql`alter table gateway.record_words add primary key (copy_id, word, record_id)`;
};

const percentile = (times: readonly number[], part: number): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0) * 10) /
  10;

/** A text typed letter by letter: each of its prefixes. */
const typeOut = (text: string): string[] =>
  Array.from(text, (_, index) => text.slice(0, index + 1));

const listSearches = (): Record<string, string[]> => {
  const some = Array.from({ length: 30 }, () => createOrder(1 + Math.floor(choose() * orders)));
  const name = (one: Order) => one.shippingAddress.name;
  return {
    number: some.flatMap(({ purchaseOrderNumber: number }) => [number, number.slice(3)]),
    "customer's name": some.map(name),
    "last name": some.map((one) => name(one).split(" ")[1] ?? ""),
    "first name, frequent": some.map((one) => name(one).split(" ")[0] ?? ""),
    "e-mail": some.map(({ shippingAddress: { email } }) => email),
    phone: some.map(({ shippingAddress: { phone } }) => phone),
    SKU: some.map(({ purchaseOrderItems: [line] }) => line?.sku ?? ""),
    "tracking number": some.map(({ shipments: [one] }) => one?.trackingNumber ?? ""),
    "title and tag": some.map(({ purchaseOrderItems: [line] }) => `${line?.title} priority`),
    "two frequent words": some.map((one) => `priority ${name(one).split(" ")[0]}`),
    "one tag of many": ["priority", "set", "set priority"],
    "two letters": ["ma", "so", "po", "1z", "20", "ka", "de", "10"],
    "no match": ["zzzz", "maria zzzz", "set zzzz", "priority qqq"],
    "a name typed letter by letter": some.slice(0, 8).map(name).flatMap(typeOut),
    "a number typed letter by letter": some
      .slice(0, 8)
      .flatMap(({ purchaseOrderNumber }) => typeOut(purchaseOrderNumber)),
  };
};

interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

const toTiming = (times: readonly number[]): Timing => ({
  p50Ms: percentile(times, 0.5),
  p95Ms: percentile(times, 0.95),
  maxMs: percentile(times, 1),
});

/** What the copy tells of RMAs: some decided and open ones, those of customers with hundreds of orders, and proposals. */
async function* measureEvidence(sql: Sql, copies: Copies): AsyncIterable<object> {
  const now = Date.UTC(2026, 0, 1) + orders * 30_000;
  const some = (step: number) =>
    Array.from({ length: 60 }, () => step * (1 + Math.floor((choose() * orders) / step)));
  const asked = { "any RMAs": some(10), "open RMAs": some(200), "frequent customers": some(50) };
  for (const [evidence, ids] of Object.entries(asked)) {
    const times: number[] = [];
    let proposals = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const id of ids) {
        const start = performance.now();
        const found = await readEvidence(sql, copies, String(id), { now, days: 400 });
        times.push(performance.now() - start);
        proposals += found.lines.filter(({ past }) => past?.proposal !== undefined).length;
      }
    const found = Math.round((100 * proposals) / times.length);
    yield { bench: "records", orders, evidence, ...toTiming(times), percentWithProposal: found };
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await checkProposals(sql, copies);
    times.push(performance.now() - start);
  }
  yield { bench: "records", orders, evidence: "quality", ...toTiming(times) };
}

export async function* bench(): AsyncIterable<object> {
  const kept = process.env["BENCH_DIR"];
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "supercargo-record-search-")));
  const { sql, target, close } = await openDatabase({ dataDir, max: 4 });
  const filling = connect(target, { max: 1, patient: true });
  try {
    const folder = new URL("../../src/gateway/migrations/", import.meta.url);
    await migrate(sql, { schema: "gateway", folder });
    const ids: [(typeof kinds)[number], number][] = [];
    for (const kind of kinds) ids.push([kind, (await openCopy(sql, "bench", kind)).id]);
    const ready = { phase: "ready", checkedAt: 0 } as const;
    const copies: Copies = {
      ids: new Map(ids),
      states: { "purchase-orders": ready, returns: ready, rmas: ready },
    };
    const began = performance.now();
    const [held] = await sql`select from gateway.records limit 1`;
    if (held === undefined) await fill(filling, copies.ids);
    await filling`vacuum analyze gateway.records`;
    await filling`vacuum analyze gateway.record_texts`;
    await filling`vacuum analyze gateway.record_words`;
    await filling`vacuum analyze gateway.rma_lines`;
    await filling`vacuum analyze gateway.ordered_units`;
    const [size] = await sql<{ megabytes: number; words: number }[]>`
      select sum(pg_total_relation_size(oid)) / 1048576 as megabytes,
        sum(case relname when 'record_words' then reltuples else 0 end) as words
      from pg_class where relname in ('records', 'record_texts', 'record_words', 'rma_lines', 'ordered_units')`;
    yield {
      bench: "records",
      orders,
      fillSeconds: Math.round((performance.now() - began) / 1_000),
      megabytes: Math.round(size?.megabytes ?? 0),
      words: Math.round(size?.words ?? 0),
    };
    yield* measureEvidence(sql, copies);
    const all: number[] = [];
    for (const [search, texts] of Object.entries(listSearches())) {
      const times: number[] = [];
      let hits = 0;
      for (let round = 0; round < rounds; round += 1)
        for (const text of texts) {
          const start = performance.now();
          const wanted = { kinds, text, first: 0, count: 5, records: false };
          const [found] = await searchRecords(sql, copies.ids, wanted);
          times.push(performance.now() - start);
          hits += found?.total ?? 0;
        }
      all.push(...times);
      yield {
        bench: "records",
        orders,
        search,
        ...toTiming(times),
        hits: Math.round(hits / times.length),
      };
    }
    yield {
      bench: "records",
      orders,
      search: "all",
      p50Ms: percentile(all, 0.5),
      p95Ms: percentile(all, 0.95),
    };
  } finally {
    await filling.end();
    await close();
    if (kept === undefined) await rm(dataDir, { recursive: true });
  }
}
