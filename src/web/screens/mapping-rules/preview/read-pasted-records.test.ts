import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPastedRecords } from "./samples-bar.tsx";

const product = { id: 1, sku: "LAMP", title: "Lamp", variants: [{ sku: "LAMP-1", price: 9 }] };

describe("pasted records", () => {
  test("one product, a list of them, or objects in the format of the run operation", () => {
    expect(readPastedRecords(JSON.stringify(product), "product")).toMatchObject({
      samples: [{ name: "LAMP", record: { objects: { variant: [{ price: 9 }] } } }],
    });
    expect(readPastedRecords(JSON.stringify([product, product]), "product")).toMatchObject({
      samples: [{ key: "pasted 0" }, { key: "pasted 1" }],
    });
    const objects = { product: { title: "Lamp" }, variant: [{ sku: "L-1" }] };
    expect(
      readPastedRecords(JSON.stringify({ objects, value: "x" }), "purchase_order"),
    ).toMatchObject({ samples: [{ name: "Lamp", record: { objects, value: "x" } }] });
  });

  test("an order for a rule of orders", () => {
    const order = { purchaseOrderNumber: "FO-1", purchaseOrderItems: [{ sku: "A" }] };
    expect(readPastedRecords(JSON.stringify(order), "purchase_order")).toMatchObject({
      samples: [{ name: "FO-1", record: { objects: { purchase_order_item: [{ sku: "A" }] } } }],
    });
  });

  test.each([
    ["", "Paste a record first"],
    ["  \n", "Paste a record first"],
    ["{", "This isn't JSON"],
    ["[]", "This list is empty"],
    ["null", "This isn't a record"],
    ["42", "This isn't a record"],
    ['[{"objects":{},"value":1},{"objects":{}}]', "1 of 2 records have a “value”"],
    ['{"colour": 1}', "a product has at least sku, title or variants"],
    ['[{"sku": "A"}, "B"]', "Entry 2 isn't a record"],
    [`${"[".repeat(500)}${"]".repeat(500)}`, "nested too deeply"],
    [`{"sku":"A","x":${'{"a":'.repeat(500)}1${"}".repeat(500)}}`, "nested too deeply"],
    [JSON.stringify(Array.from({ length: 10_001 }, () => ({ sku: "A" }))), "at most 10,000"],
  ])("%.40j is refused in words", (text, why) => {
    const read = readPastedRecords(text, "product");
    expect(read.why).toContain(why);
    // At a field, one sentence alone has no period.
    expect(read.why).toMatch(/\. .*\.$|[^.]$/);
  });

  test("names such as __proto__ are only names, and change no prototype", () => {
    const text =
      '{"sku":"A","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    expect(readPastedRecords(text, "product")).toMatchObject({ samples: [{ name: "A" }] });
    expect(readPastedRecords('{"__proto__":{"sku":"A"}}', "product").why).toContain("a record");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("fields of wrong types are read as far as possible", () => {
    const read = readPastedRecords('{"sku":{"a":1},"title":[1],"variants":"none"}', "product");
    expect(read.samples).toHaveLength(1);
  });

  test("any JSON is read or refused, and never makes reading throw", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("product", "purchase_order"), (text, kind) => {
        const read = readPastedRecords(text, kind);
        expect(read.why !== undefined || read.samples.length > 0).toBe(true);
      }),
    );
  });
});
