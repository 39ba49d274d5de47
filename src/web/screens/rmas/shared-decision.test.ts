// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma } from "#web/api/rmas.ts";
import { openSharedDraft, readDraft } from "#web/editing/draft.ts";
import { getDesk } from "./decision-desks.ts";
import { draftFields } from "./draft-fields.ts";
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
    desk: getDesk(id),
    other: openSharedDraft(key, "browser", draftFields),
    stored: () => readDraft(key)?.value,
  };
};

test("another tab's decision on the same RMA stays stored", () => {
  const { desk, other, stored } = openTwice(71);
  other.store({ 7: { note: typed("Theirs") } });
  desk.type(first!, "returnReason", "Damaged");
  desk.type(second!, "note", "Mine");
  const theirs = { note: typed("Theirs") };
  expect(stored()).toEqual({
    7: { ...theirs, returnReason: typed("Damaged") },
    8: { note: typed("Mine") },
  });
  desk.discard();
  expect(stored()).toEqual({ 7: theirs });
});

test("a reload restores what was typed, although another tab has replaced and saved it", () => {
  const { desk, other, stored } = openTwice(72);
  desk.type(first!, "note", "Mine");
  other.store({ 7: { note: typed("Theirs") } });
  other.store({});
  expect(stored()).toBeUndefined();
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toEqual({ 7: { note: typed("Mine") } });
});
