import { expect, test } from "vitest";
import { recordKinds } from "#web/records/record-kinds.ts";
import { lookupsFor } from "./lookups.ts";

const labels = (text: string) => lookupsFor(text).map(({ label }) => label);

test.each([
  ["", []],
  ["rma", []],
  ["steel 40", []],
  ["lamp", []],
  ["1,2", []],
  ["x1".repeat(100), []],
  ["RMA-30110", ["RMA number RMA-30110"]],
  ["rma 30110", ["RMA number 30110", "RMA ID 30110"]],
  ["rma id 12", ["RMA ID 12"]],
  ["return number 60150", ["Return number 60150"]],
  ["rtn-60150", ["Return number rtn-60150"]],
  ["FO-77", ["Purchase order number FO-77"]],
  ["fr-77", ["Purchase order number fr-77"]],
  ["purchase order #77", ["Purchase order number 77", "Purchase order ID 77"]],
  ["mapping rule 7", ["Mapping rule ID 7"]],
  ["webhook 3", ["Webhook ID 3"]],
  ["AB12-9", ["RMA number AB12-9", "Return number AB12-9", "Purchase order number AB12-9"]],
  ["rule AB12", []],
  ["007", ["RMA number 007", "Return number 007", "Purchase order number 007"]],
])("%j", (text, expected) => expect(labels(text)).toEqual(expected));

test("digits alone are numbers; as an ID they can be of anything", () => {
  expect(labels("137")).toHaveLength(3);
  expect(labels("id 137")).toHaveLength(recordKinds.length);
  expect(labels("#137")).toHaveLength(3 + recordKinds.length);
});

test("a number of a return goes to the list, which searches for it; the others are asked for", () => {
  expect(
    lookupsFor("137 ")
      .slice(0, 3)
      .map(({ act }) => act),
  ).toEqual([
    { kind: "find", of: "rmas", number: "137" },
    { kind: "open", path: "/returns?q=137" },
    { kind: "find", of: "purchase-orders", number: "137" },
  ]);
});

test("what is typed stays one value in an address", () => {
  expect(lookupsFor("rtn-1&x=2#3")[0]?.act).toEqual({
    kind: "open",
    path: "/returns?q=rtn-1%26x%3D2%233",
  });
});
