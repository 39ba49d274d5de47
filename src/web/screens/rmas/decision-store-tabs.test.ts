// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, rmaDetail } from "#web/api/rmas.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import type { RmaDraft } from "./decision.ts";
import { getDecisionStore } from "./decision-store.ts";
import { waitingRma } from "#web/testing/rma.ts";

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [], note: "" },
  { id: 8, quantity: 2, bundleComponents: [], note: "" },
]);
const [first, second] = rma.items;
const typed = (text: string) => ({ text, was: "" });

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

/** A tab that has an RMA open, and another one. */
const openTwice = (id: number) => {
  cacheRma(id, { value: { ...rma, id }, problems: [], total: undefined });
  const key = `rma.${id}`;
  return {
    store: getDecisionStore(id),
    storeOther: (draft?: RmaDraft) => writeDraft(key, draft),
    stored: () => readDraft(key)?.value,
  };
};

test("another tab's decision on the same RMA stays stored", () => {
  const { store, storeOther, stored } = openTwice(71);
  storeOther({ 7: { note: typed("Theirs") } });
  store.type(first!, "returnReason", "Damaged");
  store.type(second!, "note", "Mine");
  const theirs = { note: typed("Theirs") };
  expect(stored()).toEqual({
    7: { ...theirs, returnReason: typed("Damaged") },
    8: { note: typed("Mine") },
  });
  store.discard();
  expect(stored()).toEqual({ 7: theirs });
});

test("a stored draft has its fields in the order in which they were typed", () => {
  const { store, stored } = openTwice(73);
  store.type(first!, "note", "Mine");
  store.type(second!, "returnReason", "Damaged");
  store.type(first!, "approvedQuantity", "2");
  const draft = stored() as RmaDraft;
  expect(Object.values(draft).map((line) => Object.keys(line))).toEqual([
    ["note", "approvedQuantity"],
    ["returnReason"],
  ]);
});

test("a reload restores what was typed, although another tab has replaced and saved it", () => {
  const { store, storeOther, stored } = openTwice(72);
  store.type(first!, "note", "Mine");
  storeOther({ 7: { note: typed("Theirs") } });
  storeOther();
  expect(stored()).toBeUndefined();
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toEqual({ 7: { note: typed("Mine") } });
});

test("a decision keeps its RMA when the cache has dropped it, and takes a newer one", () => {
  const { store } = openTwice(41);
  const kept = { ...rma, id: 41 };
  expect(store.record()).toEqual(kept);
  queryClient.removeQueries({ queryKey: rmaDetail(41).queryKey });
  expect(store.record()).toEqual(kept);
  const newer = { ...kept, rmaStatus: "Approved" };
  cacheRma(41, { value: newer, problems: [], total: undefined });
  expect(store.record()).toEqual(newer);
});
