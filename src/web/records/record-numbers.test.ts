import { expect, test } from "vitest";
import { toRecordNumbers } from "./record-numbers.ts";

test.each([
  ["", ""],
  ["RMA-30110", "RMA-30110"],
  ["30110", "30110,RMA-30110"],
  ["rma-30110", "rma-30110,RMA-30110"],
  ["30110, rma-30111", "30110,RMA-30110,rma-30111,RMA-30111"],
  ["3O11O", "3O11O,RMA-30110"],
  ["rma-30lI0", "rma-30lI0,RMA-30110"],
  ["OIl", "OIl,OIL"],
  ["  30110 ; 30110 ", "30110,RMA-30110"],
])("%j is searched as %j", (typed, numbers) => expect(toRecordNumbers(typed, "RMA")).toBe(numbers));
