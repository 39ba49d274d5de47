import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { type Columns, copyRecords, settleTables } from "./copy-records.ts";

interface Sample {
  id: number;
  text?: string | null;
  content: unknown;
}

const columns: Columns<Sample> = {
  id: (sample) => sample.id,
  text: (sample) => sample.text,
  content: (sample) => [sample.content],
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create schema service`;
  await database.sql`create table service.samples (id bigint primary key, text text, content json)`;
});
beforeEach(() => database.sql`truncate service.samples`);
afterAll(() => database.close());

const copy = (samples: Iterable<Sample> | AsyncIterable<Sample>) =>
  copyRecords(database.sql, "samples", columns, samples);
const count = async () =>
  (await database.sql<{ total: number }[]>`select count(*) as total from service.samples`)[0]
    ?.total;

test("every text and JSON value is read back unchanged", async () => {
  const storable = (value: unknown) => !/\\u0000/.test(JSON.stringify(value));
  const anyText = fc.string({ unit: "grapheme", maxLength: 40 }).filter(storable);
  const sharp = fc.constantFrom(
    "\\N",
    "\\",
    "\\.",
    "a\tb\\tc",
    "line\nline\r\n",
    "\\\\n",
    "",
    '"',
    "😀\\",
  );
  const sample = fc.record({
    text: fc.oneof(anyText, sharp, fc.constant(null)),
    content: fc.oneof(sharp, fc.jsonValue()).filter(storable),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 30 }), async (made) => {
      await database.sql`truncate service.samples`;
      const samples = made.map((fields, id) => ({ id, ...fields }));
      expect(await copy(samples)).toBe(samples.length);
      const stored = await database.sql<Sample[]>`select * from service.samples order by id`;
      expect([...stored]).toEqual(
        samples.map(({ content, ...rest }) => ({
          ...rest,
          content: JSON.parse(JSON.stringify([content])),
        })),
      );
    }),
    { numRuns: 40 },
  );
});

test("records are copied while they are generated, over several statements", async () => {
  async function* made() {
    for (let id = 0; id < 4_321; id++) yield { id, content: {} };
  }
  expect(await copy(made())).toBe(4_321);
  expect(await count()).toBe(4_321);
  await settleTables(database.sql, ["samples"]);
  expect(await count()).toBe(4_321);
});

test("no records are copied from an empty source", async () => {
  expect(await copy([])).toBe(0);
});

const twice = (total: number) =>
  Array.from({ length: total }, (_, id) => ({ id: id === 1 ? 0 : id, content: "x".repeat(1_000) }));

test.each([3, 1_999, 5_000])(
  "a refused record among %d is an error, and the connection stays usable",
  async (total) => {
    await expect(copy(twice(total))).rejects.toThrow(/duplicate key/);
    const within = database.sql.begin((transaction) =>
      copyRecords(transaction, "samples", columns, twice(total)),
    );
    await expect(within).rejects.toThrow(/duplicate key/);
    expect(await count()).toBe(0);
    expect(await copy([{ id: 1, content: null }])).toBe(1);
  },
);

test("a source that fails is an error, and in a transaction nothing stays", async () => {
  function* breaking() {
    for (let id = 0; id < 5_000; id++) {
      if (id === 4_500) throw new Error("no more");
      yield { id, content: null };
    }
  }
  const all = database.sql.begin((transaction) =>
    copyRecords(transaction, "samples", columns, breaking()),
  );
  await expect(all).rejects.toThrow("no more");
  expect(await count()).toBe(0);
  await expect(copy(breaking())).rejects.toThrow("no more");
  expect(await count()).toBe(4_000);
});
