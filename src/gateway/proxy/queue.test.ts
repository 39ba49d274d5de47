import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createQueue, readPriority, urgencies, type Urgency } from "./queue.ts";

interface One {
  urgency: Urgency;
  readonly person: string | undefined;
  readonly order: number;
}

let order = 0;
const one = (urgency: Urgency, person?: string): One => ({ urgency, person, order: (order += 1) });
const queueOf = (...all: One[]) => {
  const queue = createQueue();
  for (const each of all) queue.add(each);
  return queue;
};
const drain = (queue: ReturnType<typeof queueOf>) => {
  const out: One[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) out.push(next);
  return out;
};

describe("the queue", () => {
  it("is empty at first", () => {
    const queue = queueOf();
    expect([queue.next(), queue.size(), queue.yieldBackground(), queue.clear()]).toEqual([
      undefined,
      0,
      undefined,
      [],
    ]);
    expect(queue.lanes()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each([
    { name: "by arrival within an urgency", given: [3, 3, 3], expected: [0, 1, 2] },
    { name: "the urgent first", given: [7, 3, 0, 5], expected: [2, 1, 3, 0] },
    { name: "a click before background work", given: [6, 6, 6, 3], expected: [3, 0, 1, 2] },
  ] as const)("goes $name", ({ given, expected }) => {
    const all = given.map((urgency) => one(urgency));
    expect(drain(queueOf(...all)).map((each) => all.indexOf(each))).toEqual(expected);
  });

  it("fault 48: gives background work one turn of eight while clicks keep coming", () => {
    const queue = queueOf(...Array.from({ length: 20 }, () => one(6)));
    const turns = Array.from({ length: 80 }, () => {
      queue.add(one(3));
      return queue.next()?.urgency;
    });
    expect(turns.filter((urgency) => urgency === 6)).toHaveLength(10);
    expect(turns.slice(0, 7)).not.toContain(6);
  });

  it("fault 48: starves no urgency between click and background", () => {
    const slow = one(5);
    const queue = queueOf(slow);
    const turns = Array.from({ length: 20 }, () => {
      queue.add(one(3));
      return queue.next();
    });
    expect(turns.indexOf(slow)).toBe(7);
  });

  it("fault 48: makes nine people wait at most ten turns behind one with two hundred calls", () => {
    const queue = queueOf(...Array.from({ length: 200 }, () => one(3, "hog")));
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const others = Array.from({ length: 9 }, (_, index) => one(3, `person ${index}`));
      for (const other of others) queue.add(other);
      const served = Array.from({ length: 10 }, () => queue.next());
      waits.push(...others.map((other) => served.findIndex((each) => each === other)));
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...waits)).toBeLessThan(10);
  });

  it("lets a waiting call become more urgent", () => {
    const [first, second] = [one(6), one(6)];
    const queue = queueOf(first, second);
    second.urgency = 3;
    expect(queue.next()).toBe(second);
  });

  it("removes a call that is cancelled, and the newest background call to admit another", () => {
    const [click, old, young] = [one(3), one(6), one(7)];
    const queue = queueOf(click, old, young);
    expect(queue.remove(click)).toBe(true);
    expect(queue.remove(click)).toBe(false);
    expect(queue.yieldBackground()).toBe(young);
    expect(queue.sizeOf(undefined)).toBe(1);
    expect(queue.lanes()).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect(queue.clear()).toEqual([old]);
  });
});

it.each([
  [undefined, 3],
  ["", 3],
  ["u=0", 0],
  ["u=6", 6],
  ["u=7, i", 7],
  ["i, u=1", 1],
  ["u=1;x=2, i", 1],
  ["u=5, u=2", 2],
  ["u=8", 3],
  ["u=-1", 3],
  ["u=1.0", 3],
  ["urgent", 3],
  ["u=", 3],
  ["x=u=1", 3],
])("reads %j as %d", (header, urgency) => {
  expect(readPriority(header)).toBe(urgency);
});

it("reads any text as a valid urgency", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) =>
      urgencies.includes(readPriority(header)),
    ),
  );
});
