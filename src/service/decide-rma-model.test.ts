import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectSize } from "#database/testing/sizes.ts";
import { decideRma } from "./decide-rma.ts";
import type { StoredRma } from "./store/rmas.ts";
import {
  decidedStatuses,
  examples,
  firstRecord,
  runModel,
  requestSequences,
  toUpdates,
} from "#service/testing/rma-model.ts";

const now = new Date("2026-02-01T00:00:00.000Z");

describe("fault 42: RMA decisions", () => {
  test("follow the model through every sequence of requests", () => {
    const statuses = new Set<string>();
    fc.assert(
      fc.property(requestSequences, (sequence) => {
        let stored: StoredRma = { record: firstRecord(1), decidedItems: [] };
        for (const { changes, refused, record } of runModel(sequence)) {
          const decision = decideRma(stored, toUpdates(1, changes), now);
          expect("issues" in decision).toBe(refused);
          stored = "issues" in decision ? stored : decision.rma;
          expect(stored.record).toMatchObject(record);
          statuses.add(record.rmaStatus);
        }
      }),
      { numRuns: selectSize({ check: 1_000, soak: 10_000 }), examples },
    );
    expect([...statuses].toSorted()).toEqual(decidedStatuses);
  });
});
