import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { isLargeId, parseJsonExactly, writeJsonExactly } from "./exact-json.ts";
import { operations } from "./operations.ts";
import { int64, requiredInt64 } from "./primitives.ts";
import { PurchaseOrder } from "./purchase-orders.ts";
import { readAnswer } from "./read.ts";

test.each([
  ['{"id":9007199254740993}', { id: "9007199254740993" }],
  ['{"id":-9007199254740993}', { id: "-9007199254740993" }],
  ["[ 9223372036854775807 ,9007199254740991,1]", ["9223372036854775807", 9007199254740991, 1]],
  ['{"cost":1234567890.123456789,"x":1e300}', { cost: Number("1234567890.123456789"), x: 1e300 }],
  [
    String.raw`{"note":"id\":9007199254740993, [9007199254740993]","sku":"9007199254740993"}`,
    { note: 'id":9007199254740993, [9007199254740993]', sku: "9007199254740993" },
  ],
  [String.raw`{"a\\":9007199254740993}`, { "a\\": "9007199254740993" }],
  ["9007199254740993", "9007199254740993"],
  ["null", null],
])("%s keeps the digits of whole numbers", (json, value) => {
  expect(parseJsonExactly(json)).toEqual(value);
});

test("JSON without large integers is parsed as it always was; with them, IDs are written as they came", () => {
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!/\d{16}/.test(JSON.stringify(value)));
      expect(parseJsonExactly(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  fc.assert(
    fc.property(id, id, fc.string(), fc.jsonValue(), (one, other, note, sku) => {
      const text = `{"id":${one},"note":${JSON.stringify(note)},"items":[{"orderItemId":${other},"sku":${JSON.stringify(JSON.stringify(sku))}}]}`;
      expect(writeJsonExactly(parseJsonExactly(text))).toBe(text);
    }),
  );
});

test("a text with megabytes beside a large ID is read at once", () => {
  const text = String.raw`\"a\\`.repeat(500_000);
  expect(parseJsonExactly(`{"a":"${text}","id":9007199254740993}`)).toMatchObject({
    id: "9007199254740993",
  });
});

test("a record with large IDs has no problems; another text in place of an ID has one", () => {
  const order = (id: string) =>
    readAnswer(
      PurchaseOrder,
      parseJsonExactly(`{"id":7,"purchaseOrderItems":[{"inventoryVariantId":${id}}]}`),
    );
  const { value, problems } = order("9007199254740993");
  expect(problems).toEqual([]);
  expect(value.purchaseOrderItems[0]?.inventoryVariantId).toBe("9007199254740993");
  expect(order('"7"').problems).toMatchObject([
    { path: "purchaseOrderItems.0.inventoryVariantId", raw: "7" },
  ]);
});

test.each([["seven"], ["7"], [1.5], [null], [undefined], [true], [{}]])(
  "an ID is an integer: %j is refused with the same words",
  (value) => {
    const messages = (schema: z.ZodMiniType) => z.safeParse(schema, value).error?.issues;
    expect(messages(requiredInt64())).toEqual(messages(z.int()));
    expect(messages(int64())).toEqual(messages(z.nullish(z.int())));
  },
);

/** The properties of a JSON Schema that are named like IDs, with their types. */
const idsIn = (schema: unknown): [string, unknown][] =>
  typeof schema !== "object" || schema === null
    ? []
    : Object.entries(schema).flatMap(([name, inner]) => [
        ...(/^id$|Id$|_id$/.test(name) ? [[name, typesOf(inner)] as [string, unknown]] : []),
        ...idsIn(inner),
      ]);
const typesOf = (schema: { type?: string; anyOf?: { type?: string }[] }) =>
  (schema.anyOf ?? [schema]).map(({ type }) => type).filter((type) => type !== "null");

test("all fields of requests that are named like IDs are integers, so their digits are written as numbers", () => {
  const bodies = Object.values(operations).flatMap((one) => ("body" in one ? [one.body] : []));
  const ids = bodies.flatMap((schema) =>
    idsIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
  );
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter(([, types]) => String(types) !== "integer")).toEqual([]);
});

test("only IDs beyond 2^53 are read as texts", () => {
  expect(
    ["9007199254740991", "9007199254740993", "12345678901234567x", 2 ** 53 + 2].map(isLargeId),
  ).toEqual([false, true, false, false]);
});
