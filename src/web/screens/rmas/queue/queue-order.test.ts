import { expect, test } from "vitest";
import { listAhead, mergeQueue, refreshQueue, stepFrom } from "./queue-order.ts";

test.each([
  [[], [3, 1], [3, 1]],
  [
    [3, 1],
    [1, 3],
    [3, 1],
  ],
  [
    [3, 1],
    [1, 9],
    [3, 1, 9],
  ],
])("%j loaded again as %j is %j", (held, loaded, expected) =>
  expect(mergeQueue(held, loaded)).toEqual(expected),
);

test.each<[string, number[], number[], number[], number[]]>([
  ["new ones in their place", [1, 3], [1, 2, 3, 4], [], [1, 2, 3, 4]],
  ["decided ones leave", [1, 2, 3], [1, 3], [], [1, 3]],
  ["kept ones stay in their place", [1, 2, 3, 4], [1, 4, 5], [2, 3], [1, 2, 3, 4, 5]],
  ["a kept one behind one that left", [1, 2, 3], [1, 9], [3], [1, 3, 9]],
  ["the first is kept", [1, 2], [2, 3], [1], [1, 2, 3]],
  ["all left but the kept one", [1, 2, 3], [], [2], [2]],
  ["nothing was held", [], [1, 2], [], [1, 2]],
])("refreshes the queue: %s", (_, held, loaded, kept, expected) =>
  expect(refreshQueue(held, loaded, (id) => kept.includes(id))).toEqual(expected),
);

test.each([
  [1, 1, 2],
  [3, 1, 3],
  [2, -1, 1],
  [1, -1, 1],
  [undefined, 1, 1],
  [99, -1, 1],
])("from %s by %i is %s", (from, step, to) => expect(stepFrom([1, 2, 3], from, step)).toBe(to));

test("an empty queue has no neighbors", () => expect(stepFrom([], 1, 1)).toBeUndefined());

test.each([
  ["the next two", 1, [], [2, 3]],
  ["decided ones are skipped", 1, [2, 4], [3, 5]],
  ["after the last one come the skipped ones", 4, [2], [5, 1]],
  ["without a current one, from the start", undefined, [], [1, 2]],
  ["never the current one", 3, [1, 2, 4, 5], []],
])("%s", (_, from, decided: number[], expected) =>
  expect(listAhead([1, 2, 3, 4, 5], from, (id) => !decided.includes(id), 2)).toEqual(expected),
);
