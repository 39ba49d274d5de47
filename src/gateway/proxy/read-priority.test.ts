import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readPriority, urgencies } from "./queue.ts";

it.each([
  [undefined, 3],
  ["", 3],
  ["u=0", 0],
  ["u=6", 6],
  ["u=7, i", 7],
  ["i, u=1", 1],
  ["u=1;x=2, i", 1],
  ["u=5, u=2", 2],
  ["u=8", 3],
  ["u=-1", 3],
  ["u=1.0", 3],
  ["urgent", 3],
  ["u=", 3],
  ["x=u=1", 3],
])("reads %j as %d", (header, urgency) => {
  expect(readPriority(header)).toBe(urgency);
});

it("reads any text as a valid urgency", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) =>
      urgencies.includes(readPriority(header)),
    ),
  );
});
