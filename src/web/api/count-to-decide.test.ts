import { hashKey, QueryClient, type QueryKey } from "@tanstack/react-query";
import { afterEach, describe, expect, test } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { countToDecide } from "./count-to-decide.ts";
import { rmaQueue } from "./rma-queues.ts";
import { decisionTimes, rmaDetail, rmaList, wholeRmaList } from "./rmas.ts";
import { waitingRmas } from "./rmas.ts";

const { status } = waitingRmas;
const open = (id: number): Rma => ({
  id,
  rmaStatus: "Waiting",
  items: [{ quantity: 1, bundleComponents: [] }],
  rmaShipments: [],
});
const decided = (id: number): Rma => ({
  ...open(id),
  rmaStatus: "Partially Approved",
  items: [{ quantity: 2, approvedQuantity: 1, deniedQuantity: 1, bundleComponents: [] }],
});
const closed = (id: number): Rma => ({ ...decided(id), rmaStatus: "Approved" });
const opens = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => open(from + n));

interface Cached {
  key: QueryKey;
  rmas: Rma[];
  total?: number;
  cut?: boolean;
  at: number;
}

const page = (pageNumber: number): QueryKey =>
  rmaList({ status, pageNumber, pageSize: 50 }).queryKey;
const whole = wholeRmaList({ status }).queryKey;
const queue = rmaQueue({ status, sourceId: "" }).queryKey;

test.each<[string, Cached[], { count: number; orMore: boolean } | undefined]>([
  ["nothing loaded", [], undefined],
  ["an empty list", [{ key: page(1), rmas: [], total: 0, at: 1 }], { count: 0, orMore: false }],
  [
    "one page with a total",
    [{ key: page(1), rmas: [...opens(1, 49), decided(50)], total: 57, at: 1 }],
    { count: 56, orMore: false },
  ],
  [
    "two pages that were loaded together, one row on both",
    [
      { key: page(1), rmas: [...opens(1, 49), decided(50)], total: 52, at: 1 },
      { key: page(2), rmas: [decided(50), decided(51), open(52)], total: 52, at: 500 },
    ],
    { count: 50, orMore: false },
  ],
  [
    "a page from long before: its decided RMA is still in the total, one that has left isn't",
    [
      { key: page(2), rmas: [decided(51), closed(52)], total: 52, at: 1 },
      { key: page(1), rmas: opens(1, 50), total: 51, at: 100_000 },
    ],
    { count: 50, orMore: false },
  ],
  [
    "a full page without a total",
    [{ key: page(1), rmas: opens(1, 50), at: 1 }],
    { count: 50, orMore: true },
  ],
  [
    "a short page without a total",
    [{ key: page(1), rmas: opens(1, 3), at: 1 }],
    { count: 3, orMore: false },
  ],
  [
    "the whole list",
    [{ key: whole, rmas: [...opens(1, 60), decided(61)], total: 61, cut: false, at: 1 }],
    { count: 60, orMore: false },
  ],
  [
    "a queue of the oldest",
    [{ key: queue, rmas: [...opens(1, 99), decided(100)], total: 260, cut: true, at: 1 }],
    { count: 259, orMore: false },
  ],
  [
    "a cut list without a total",
    [{ key: whole, rmas: opens(1, 200), cut: true, at: 1 }],
    { count: 200, orMore: true },
  ],
  [
    "other filters",
    [
      { key: rmaList({ status, sourceId: "3" }).queryKey, rmas: opens(1, 2), total: 2, at: 1 },
      { key: rmaList({ status: "Waiting" }).queryKey, rmas: opens(1, 2), total: 2, at: 1 },
      { key: ["rmas", "list"], rmas: opens(1, 2), total: 2, at: 1 },
    ],
    undefined,
  ],
  [
    "a record that was decided after the list was loaded",
    [
      { key: page(1), rmas: opens(1, 3), total: 3, at: 1 },
      { key: ["rmas", "detail", 2], rmas: [closed(2)], at: 2 },
    ],
    { count: 2, orMore: false },
  ],
  [
    "a record from before the list was loaded",
    [
      { key: ["rmas", "detail", 2], rmas: [decided(2)], at: 1 },
      { key: page(1), rmas: opens(1, 3), total: 3, at: 2 },
    ],
    { count: 3, orMore: false },
  ],
])("counts the RMAs to decide: %s", (_, cached, expected) => {
  const client = new QueryClient();
  for (const { key, rmas, total, cut, at } of cached) {
    const isRecord = key[1] === rmaDetail(1).queryKey[1];
    const value = isRecord ? rmas[0] : rmas;
    client.setQueryData(
      key,
      { value, problems: [], total, ...(cut !== undefined && { cut }) },
      { updatedAt: at },
    );
  }
  const counted = countToDecide(client);
  expect(counted && { count: counted.count, orMore: counted.orMore }).toEqual(expected);
});

describe("a decision and a read of the list at the same time", () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const before = { ...open(60), updatedAt: at(1) };
  const first = page(1);

  /** The list as read from 20 to 30 s, and the save of RMA 60. */
  const count = (
    list: { rmas: Rma[]; total: number },
    save: { sent: number; saved?: number },
    isOnly = false,
  ) => {
    const client = new QueryClient();
    const put = (key: QueryKey, value: unknown, total: number | undefined, updatedAt: number) =>
      client.setQueryData(key, { value, problems: [], total }, { updatedAt });
    // The queue from which it was decided.
    if (!isOnly) put(queue, [before], 56, 10);
    put(rmaDetail(60).queryKey, before, undefined, 10);
    put(first, list.rmas, list.total, 30);
    decisionTimes.set(60, save.sent);
    const after = { ...closed(60), updatedAt: at(2) };
    if (save.saved) put(rmaDetail(60).queryKey, after, undefined, save.saved);
    const { count: counted, isSure } = countToDecide(client, new Map([[hashKey(first), 20]]))!;
    return [counted, isSure];
  };
  afterEach(() => decisionTimes.clear());

  const [stale, later] = [
    { rmas: [before], total: 56 },
    { rmas: [], total: 55 },
  ];
  test.each<[string, Parameters<typeof count>, [number, boolean]]>([
    ["a read from before it ends last", [stale, { sent: 15, saved: 25 }], [55, true]],
    [
      "the same, on another page",
      [
        { rmas: [], total: 56 },
        { sent: 15, saved: 25 },
      ],
      [55, true],
    ],
    ["the API counted after it", [later, { sent: 15, saved: 25 }], [55, true]],
    ["its answer arrives after the list", [later, { sent: 25, saved: 35 }], [55, true]],
    ["it is not saved yet", [later, { sent: 25 }], [56, true]],
    ["it was saved before", [later, { sent: 12, saved: 15 }], [55, true]],
    ["it is made after the list", [stale, { sent: 32, saved: 35 }], [55, true]],
    ["no other list, and its row is there", [stale, { sent: 15, saved: 25 }, true], [55, false]],
    ["no other list", [{ rmas: [], total: 56 }, { sent: 15, saved: 25 }, true], [56, false]],
  ])("%s", (_, given, expected) => {
    expect(count(...given)).toEqual(expected);
  });
});
