import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseNumbers,
  findMissingNumbers,
  listUnsearched,
  numbersToRequest,
  writeNumbers,
} from "./order-numbers.ts";

describe("parseNumbers finds the numbers in any pasted text", () => {
  test.each([
    ["", []],
    ["  \n ,;\t", []],
    ["PO-1", ["PO-1"]],
    ["PO-1, PO-2,PO-3", ["PO-1", "PO-2", "PO-3"]],
    ["PO-1 PO-2\tPO-3", ["PO-1", "PO-2", "PO-3"]],
    ["PO-1\r\nPO-2\nPO-3\n", ["PO-1", "PO-2", "PO-3"]],
    ["PO-1; PO-2 | PO-3", ["PO-1", "PO-2", "PO-3"]],
    ['"PO 1","PO 2"', ["PO 1", "PO 2"]],
    ['"1,5"', ["1 5"]],
    ["PO-1 po-1 PO-1", ["PO-1"]],
    ["注文-1、2 Ä/7#3", ["注文-1、2", "Ä/7#3"]],
    ['""', []],
  ])("%j", (text, numbers) => {
    expect(parseNumbers(text)).toEqual({ numbers, beyond: [] });
  });
});

test("one list takes fifty; the rest is returned as well", () => {
  const all = Array.from({ length: 62 }, (_, place) => `PO-${place}`);
  const { numbers, beyond } = parseNumbers(all.join("\n"));
  expect(numbers).toEqual(all.slice(0, 50));
  expect(beyond).toEqual(all.slice(50));
});

/** So many numbers without a prefix, each with six spellings: all spellings of nine exceed the API's limit. */
const listBare = (count: number) => Array.from({ length: count }, (_, place) => `${place + 1}`);

test("as many numbers as have their spellings in one list; the rest is returned as well", () => {
  const { numbers, beyond } = parseNumbers(listBare(20).join(" "));
  expect(numbers).toEqual(listBare(8));
  expect(beyond).toEqual(listBare(20).slice(8));
  expect(numbersToRequest(numbers.join(","))?.split(",")).toHaveLength(48);
});

test.each([
  [{}, []],
  [{ poNumbers: "PO-1" }, []],
  [{ poNumbers: "PO-1,PO-2", more: "PO-3,po-2,PO-3,PO-4" }, ["PO-3", "PO-4"]],
  // An address that a person wrote, or that is older than the limit for spellings.
  [{ poNumbers: listBare(10).join(","), more: "11,9" }, ["9", "10", "11"]],
  [{ more: "PO-1,PO 2" }, ["PO-1", "PO 2"]],
])("of %j, no request asks for %j yet", (address, unsearched) => {
  expect(listUnsearched(address)).toEqual(unsearched);
});

test("numbers in an address are shown so that they are read again unchanged", () => {
  expect(writeNumbers(undefined)).toBe("");
  expect(writeNumbers("PO 12,PO-1,a;b")).toBe('"PO 12",PO-1,"a;b"');
  const unit = fc.constantFrom("P", "1", "-", " ", "\n", ",", ";", "|", '"');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const { numbers } = parseNumbers(text);
      expect(parseNumbers(writeNumbers(numbers.join(","))).numbers).toEqual(numbers);
    }),
  );
});

test("any text is accepted, and no number contains a comma", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const { numbers, beyond } = parseNumbers(text);
      for (const number of [...numbers, ...beyond]) {
        expect(number).not.toContain(",");
        expect(number).toBe(number.trim());
      }
      expect(numbers.length).toBeLessThanOrEqual(50);
    }),
  );
});

test.each([
  [undefined, [], []],
  ["PO-1,PO-2", [{ purchaseOrderNumber: "po-2" }], ["PO-1"]],
  ["PO-1", [{ purchaseOrderNumber: null }, {}], ["PO-1"]],
  ["2OO", [{ purchaseOrderNumber: "FO-200" }], []],
  ["fo-2OO,PO-ONE", [{ purchaseOrderNumber: "FO-200" }], ["PO-ONE"]],
  ["1,2", [{ purchaseOrderNumber: "FO-1" }, { purchaseOrderNumber: "X-2" }], ["2"]],
  // The ninth number wasn't requested.
  [listBare(9).join(","), [], listBare(8)],
])("%j of %j misses %j", (asked, orders, missing) => {
  expect(findMissingNumbers(asked, orders)).toEqual(missing);
});

describe("numbersToRequest adds every spelling of a number", () => {
  test.each([
    [undefined, undefined],
    ["", ""],
    ["PO-1", "PO-1"],
    ["po-1", "po-1,PO-1"],
    ["7", "7,PO-7,FO-7,TO-7,SPO-7,FR-7"],
    ["7,PO-1", "7,PO-7,FO-7,TO-7,SPO-7,FR-7,PO-1"],
    [listBare(9).join(","), numbersToRequest(listBare(8).join(","))],
  ])("%j as %j", (numbers, requested) => expect(numbersToRequest(numbers)).toBe(requested));
});
