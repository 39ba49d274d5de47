import { expect, test } from "vitest";
import { waitingRma } from "#web/testing/rma.ts";
import { matchesRma } from "./search-queue.ts";

const rma = waitingRma(
  [
    { sku: "MUG-7", title: "Terracotta mug", returnReason: "Broken", bundleComponents: [] },
    { sku: "0-12345-67890-5", title: "Plate", bundleComponents: [] },
  ],
  { rmaNumber: "RMA-30110" },
);

test.each([
  ["", true],
  ["30110", true],
  ["rma-30110", true],
  ["mug broken", true],
  ["acme", true],
  ["waiting", true],
  ["mug blue", false],
  ["0012345678905", true],
  ["12345678905", true],
  ["0 12345 67890 5", true],
  ["12345678906", false],
])("“%s” matches: %s", (typed, expected) =>
  expect(matchesRma(rma, "Acme Outdoor", typed)).toBe(expected),
);
