import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { changedAtOf, readWords } from "#gateway/records/read-record.ts";
import { joinWords, openCopy } from "#gateway/records/record-store.ts";
import { searchRecords } from "#gateway/records/search-records.ts";

/*
 * The search over the copy of generated purchase orders, written straight into its tables.
 * `BENCH_ORDERS=1000000 npm run bench -- records` for the size that the copy must stand; `BENCH_DIR=/somewhere` keeps them.
 */

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
  const at = new Date(Date.UTC(2026, 0, 1) + id * 30_000).toISOString();
  const lines = Array.from({ length: 1 + pick(4) }, () => {
    const product = pick(50_000);
    return {
      sku: `${wordFor(product % 300)}-${product}-${"SMLX"[product % 4]}`.toUpperCase(),
      title: `${wordFor(product % 60)} ${wordFor(product % 900)} ${wordFor(product % 7_000)} set`,
      upc: String(100_000_000_000 + product * 7),
      quantity: 1,
    };
  });
  return {
    id,
    orderId: 5_000_000 + id,
    purchaseOrderNumber: `PO-${200_000 + id}`,
    purchaseOrderStatus: { name: "Processed", handle: "processed" },
    generatedAt: at,
    lastModifiedAt: at,
    shippingAddress: {
      name,
      email: `${first}.${lastName}${pick(90)}@${wordFor(pick(40))}.example`,
      phone: `(${200 + pick(700)}) ${100 + pick(899)}-${String(pick(10_000)).padStart(4, "0")}`,
      addressLine1: `${id % 900} ${wordFor(pick(800))} Street`,
      city: wordFor(pick(900)),
    },
    purchaseOrderItems: lines,
    shipments: [{ trackingNumber: `1Z${String(id * 7_919).padStart(12, "0")}` }],
    tags: pick(10) < 3 ? ["priority"] : [],
  };
};

/** A field of `copy from stdin` as text. */
const field = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");

type Order = ReturnType<typeof createOrder>;

const fill = async (sql: Sql, copyId: number): Promise<void> => {
  const load = async (statement: string, made: readonly Order[], write: (one: Order) => string) => {
    async function* chunks() {
      yield made.map(write).join("");
    }
    await sql.load(
      statement === "records"
        ? sql`copy gateway.records (copy_id, record_id, record, changed_at) from stdin`
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
      return `${copyId}\t${one.id}\t${field(JSON.stringify(one))}\t${changed}\n`;
    });
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

export async function* bench(): AsyncIterable<object> {
  const kept = process.env["BENCH_DIR"];
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "supercargo-record-search-")));
  const { sql, target, close } = await openDatabase({ dataDir, max: 4 });
  const filling = connect(target, { max: 1, patient: true });
  try {
    const folder = new URL("../../src/gateway/migrations/", import.meta.url);
    await migrate(sql, { schema: "gateway", folder });
    const { id } = await openCopy(sql, "bench", "purchase-orders");
    const began = performance.now();
    const [held] = await sql`select from gateway.records limit 1`;
    if (held === undefined) await fill(filling, id);
    await filling`vacuum analyze gateway.records`;
    await filling`vacuum analyze gateway.record_texts`;
    await filling`vacuum analyze gateway.record_words`;
    const [size] = await sql<{ megabytes: number; words: number }[]>`
      select sum(pg_total_relation_size(oid)) / 1048576 as megabytes,
        sum(case relname when 'record_words' then reltuples else 0 end) as words
      from pg_class where relname in ('records', 'record_texts', 'record_words')`;
    yield {
      bench: "records",
      orders,
      fillSeconds: Math.round((performance.now() - began) / 1_000),
      megabytes: Math.round(size?.megabytes ?? 0),
      words: Math.round(size?.words ?? 0),
    };
    const all: number[] = [];
    for (const [search, texts] of Object.entries(listSearches())) {
      const times: number[] = [];
      let hits = 0;
      for (let round = 0; round < rounds; round += 1)
        for (const text of texts) {
          const start = performance.now();
          const kinds = ["purchase-orders", "rmas", "returns"] as const;
          const wanted = { kinds, text, first: 0, count: 5, records: false };
          const [found] = await searchRecords(sql, new Map([[kinds[0], id]]), wanted);
          times.push(performance.now() - start);
          hits += found?.total ?? 0;
        }
      all.push(...times);
      yield {
        bench: "records",
        orders,
        search,
        p50Ms: percentile(times, 0.5),
        p95Ms: percentile(times, 0.95),
        maxMs: percentile(times, 1),
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
