import { expect, test } from "vitest";
import { findCreated, type Listed } from "./creation.ts";

const at = Date.parse("2026-03-10T12:00:00Z");
const hours = (count: number): string => new Date(at + count * 3_600_000).toISOString();

interface Thing extends Listed {
  readonly name: string;
}

test.each<[what: string, records: Thing[], known: number[], found: number | undefined]>([
  ["no record", [], [], undefined],
  ["none that equals it", [{ id: 1, name: "Sizes" }], [], undefined],
  [
    "the one that equals it",
    [
      { id: 1, name: "Sizes" },
      { id: 2, name: "Colors" },
    ],
    [],
    2,
  ],
  [
    "the newest of several",
    [
      { id: 9, name: "Colors" },
      { id: 12, name: "Colors" },
    ],
    [],
    12,
  ],
  ["not one that was known before", [{ id: 9, name: "Colors" }], [9], undefined],
  [
    "a new one beside a known one",
    [
      { id: 9, name: "Colors" },
      { id: 8, name: "Colors" },
    ],
    [9],
    8,
  ],
  ["not one from long before", [{ id: 9, name: "Colors", createdAt: hours(-72) }], [], undefined],
  ["one of a clock that is late", [{ id: 9, name: "Colors", createdAt: hours(-30) }], [], 9],
  ["one without a time", [{ id: 9, name: "Colors", createdAt: null }], [], 9],
  ["one with a time that can't be read", [{ id: 9, name: "Colors", createdAt: "soon" }], [], 9],
])("a record whose creation had no answer: %s", async (_, value, known, id) => {
  const equals = ({ name }: Thing) => name === "Colors";
  const found = await findCreated({ list: async () => ({ value }), equals, known, at });
  expect(found?.id).toBe(id);
});

test("a list that is too long to be searched completely doesn't say that there is none", async () => {
  const list = async () => ({ value: [], cut: true });
  const searching = findCreated({ list, equals: () => true, known: [], at });
  await expect(searching).rejects.toMatchObject({ status: 501 });
});
