import { expect, test } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { countDecided, describeSitting, sitting, startSitting } from "./sitting.ts";

const decided = (id: number, rmaStatus: string, creditTotal: number): Rma =>
  waitingRma([], { id, rmaStatus, creditTotal });

test("a sitting counts each decided RMA once, from when the queue was opened", () => {
  expect(describeSitting(sitting.get())).toEqual([]);
  startSitting(0);
  countDecided(waitingRma([{ quantity: 1, bundleComponents: [] }]), 1_000);
  expect(describeSitting(sitting.get())).toEqual([]);
  countDecided(decided(1, "Approved", 10.1), 30_000);
  // The queue was left and opened again.
  startSitting(60_000);
  countDecided(decided(2, "Denied", 0), 600_000);
  countDecided(decided(1, "Approved", 20.2), 660_000);
  expect(describeSitting(sitting.get())).toEqual([
    ["2", "decided"],
    ["11", "minutes"],
    ["20.20", "credit"],
    ["1", "denied"],
  ]);
});
