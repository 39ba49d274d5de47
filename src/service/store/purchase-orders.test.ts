import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { prepareService } from "#service/prepare-service.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ name: "service", fill: prepareService });
});
afterAll(() => database.close());

test.each([
  ['{"b":1,"a":2}', "{}", '{"b":1,"a":2}'],
  ['{"b":1,"a":2}', '{"a":3,"b":null}', '{"b":null,"a":3}'],
  ['{"b":null}', '{"b":{"x":[1]}}', '{"b":{"x":[1]}}'],
  ['{"b":1}', '{"z":1,"c":"木"}', '{"b":1,"z":1,"c":"木"}'],
  ['{"n":9007199254740993,"t":"\\u00e9"}', '{"b":1}', '{"n":9007199254740993,"t":"é","b":1}'],
])("%s with %s is %s", async (record, changes, expected) => {
  const [row] = await database.sql<{ changed: string }[]>`
    select service.with_changes(${record}::text::json, ${changes}::text::json)::text as changed`;
  expect(JSON.stringify(JSON.parse(row?.changed ?? ""))).toBe(JSON.stringify(JSON.parse(expected)));
  expect(row?.changed.includes("9007199254740993")).toBe(expected.includes("9007199254740993"));
});
