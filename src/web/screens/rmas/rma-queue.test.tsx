// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from "vitest";
import { hasUndecidedUnits, type Rma, type RmaItem } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { findPlace, setListed } from "#web/base/listed-records.ts";
import { RecordNav } from "#web/records/record-screen.tsx";
import { openTestApp } from "#web/testing/app.tsx";
import { waitingRma } from "#web/testing/rma.ts";
import { describePosition, oldestFirst, useQueuePosition } from "./rma-queue.ts";

const item = (given: Partial<RmaItem>): RmaItem => ({
  quantity: 5,
  bundleComponents: [],
  ...given,
});

test.each([
  ["nothing decided", "Waiting", [item({})], true],
  ["some units left", "Partially Approved", [item({ approvedQuantity: 4 })], true],
  [
    "all units decided",
    "Partially Approved",
    [item({ approvedQuantity: 4, deniedQuantity: 1 })],
    false,
  ],
  ["voided", "Voided", [item({})], false],
  ["no lines", "Waiting", [], false],
])("has undecided units: %s", (_, rmaStatus, items, expected) =>
  expect(hasUndecidedUnits(waitingRma(items, { rmaStatus }))).toBe(expected),
);

test("the oldest comes first, and one without a date last", () => {
  const at = (id: number, createdAt: string | null) => waitingRma([], { id, createdAt });
  const rmas = [at(1, "2026-02-01"), at(2, null), at(3, "2025-12-31")];
  expect(oldestFirst(rmas).map(({ id }) => id)).toEqual([3, 1, 2]);
});

test.each([
  [7, { place: 1, count: 3, previous: undefined, next: 8 }],
  [8, { place: 2, count: 3, previous: 7, next: 9 }],
  [9, { place: 3, count: 3, previous: 8, next: undefined }],
  [1, { place: undefined, count: 3, previous: undefined, next: 7 }],
])("the neighbors of %i", (id, place) => expect(findPlace([7, 8, 9], id)).toEqual(place));

test.each([
  [8, false, "2 of 3"],
  [8, true, "2 of 3"],
  [1, false, "3 to decide"],
  [1, true, ""],
])("the place of %i in a queue, which is only part of a longer one: %j", (id, isPart, words) =>
  expect(describePosition({ ...findPlace([7, 8, 9], id), isPart })).toBe(words),
);

/** RMAs to decide, the newest first; the one with ID n is the nth oldest. */
const listRmas = (count: number): Rma[] =>
  Array.from({ length: count }, (_, index) => {
    const id = count - index;
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString();
    return waitingRma([{ quantity: 1, bundleComponents: [] }], { id, createdAt });
  });

/** Shows the queue of an RMA, and returns the pages of "To decide" that are requested. */
const showQueue = (rmas: readonly Rma[], id: number, fails = false): string[] => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const { searchParams } = new URL(path, "http://console");
    asked.push(searchParams.get("pageNumber") ?? "");
    const to = Number(searchParams.get("pageNumber")) * 50;
    const body = JSON.stringify(rmas.slice(to - 50, to));
    return new Response(body, {
      status: fails ? 500 : 200,
      headers: { "X-Total-Count": String(rmas.length) },
    });
  });
  const Queue = () => {
    const { place, state } = useQueuePosition(id, true);
    return (
      <>
        <RecordNav kind="rmas" place={place} words={place && describePosition(place)} />
        <output>{`${state}, next: ${place?.next}`}</output>
      </>
    );
  };
  openTestApp({ "/": Queue });
  return asked;
};

afterEach(() => {
  setListed("rmas", []);
  vi.unstubAllGlobals();
});

const shown = () => ({
  words: document.querySelector("nav span")?.textContent,
  state: document.querySelector("output")?.textContent,
});

test.each<[is: string, count: number, id: number, asked: string[], words: string, next: number]>([
  ["of all RMAs", 60, 3, ["1", "2"], "3 of 60", 4],
  ["of the oldest of more than 200", 230, 3, ["1", "4", "5"], "3 of 80", 4],
  ["that doesn't hold the RMA", 60, 900, ["1", "2"], "60 to decide", 1],
  ["of the oldest, without the RMA", 230, 230, ["1", "4", "5"], "", 1],
])("a queue %s", async (_, count, id, asked, words, next) => {
  const requested = showQueue(listRmas(count), id);
  await expect.poll(shown).toEqual({ words, state: `known, next: ${next}` });
  expect(requested).toEqual(asked);
});

test("the queue of an RMA doesn't replace it by the row of a list", async () => {
  const { queryKey } = rmaDetail(3);
  const answer = { value: waitingRma([], { id: 3 }), problems: [], total: undefined, version: "7" };
  queryClient.setQueryData(queryKey, answer);
  showQueue(listRmas(60), 3);
  await expect.poll(() => shown().state).toBe("known, next: 4");
  expect(queryClient.getQueryData(queryKey)).toBe(answer);
});

test("without a list there is no queue", async () => {
  showQueue([], 3, true);
  await expect.poll(() => shown().state).toBe("none, next: undefined");
});
