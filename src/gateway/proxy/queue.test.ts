import { describe, expect, it } from "vitest";
import type { Urgency } from "./read-priority.ts";
import { createWaitingLine } from "./queue.ts";

interface One {
  urgency: Urgency;
  readonly person: string | undefined;
  readonly order: number;
}

let order = 0;
const one = (urgency: Urgency, person?: string): One => ({ urgency, person, order: (order += 1) });
const lineOf = (...all: One[]) => {
  const line = createWaitingLine<One>();
  for (const each of all) line.add(each);
  return line;
};
const drain = (line: ReturnType<typeof lineOf>) => {
  const out: One[] = [];
  for (let next = line.next(); next !== undefined; next = line.next()) out.push(next);
  return out;
};

describe("the waiting line", () => {
  it("is empty at first", () => {
    const line = lineOf();
    expect([line.next(), line.size(), line.yieldBackground(), line.clear()]).toEqual([
      undefined,
      0,
      undefined,
      [],
    ]);
    expect(line.lanes()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each([
    { name: "by arrival within an urgency", given: [3, 3, 3], expected: [0, 1, 2] },
    { name: "the urgent first", given: [7, 3, 0, 5], expected: [2, 1, 3, 0] },
    { name: "a click before background work", given: [6, 6, 6, 3], expected: [3, 0, 1, 2] },
  ] as const)("goes $name", ({ given, expected }) => {
    const all = given.map((urgency) => one(urgency));
    expect(drain(lineOf(...all)).map((each) => all.indexOf(each))).toEqual(expected);
  });

  it("fault 48: gives background work one turn of eight while clicks keep coming", () => {
    const line = lineOf(...Array.from({ length: 20 }, () => one(6)));
    const turns = Array.from({ length: 80 }, () => {
      line.add(one(3));
      return line.next()?.urgency;
    });
    expect(turns.filter((urgency) => urgency === 6)).toHaveLength(10);
    expect(turns.slice(0, 7)).not.toContain(6);
  });

  it("fault 48: starves no urgency between click and background", () => {
    const slow = one(5);
    const line = lineOf(slow);
    const turns = Array.from({ length: 20 }, () => {
      line.add(one(3));
      return line.next();
    });
    expect(turns.indexOf(slow)).toBe(7);
  });

  it("fault 48: makes nine people wait at most ten turns behind one with two hundred calls", () => {
    const line = lineOf(...Array.from({ length: 200 }, () => one(3, "hog")));
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const others = Array.from({ length: 9 }, (_, index) => one(3, `person ${index}`));
      for (const other of others) line.add(other);
      const served = Array.from({ length: 10 }, () => line.next());
      waits.push(...others.map((other) => served.findIndex((each) => each === other)));
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...waits)).toBeLessThan(10);
  });

  it("lets a waiting call become more urgent", () => {
    const [first, second] = [one(6), one(6)];
    const line = lineOf(first, second);
    second.urgency = 3;
    expect(line.next()).toBe(second);
  });

  it("removes a call that is cancelled, and the newest background call to admit another", () => {
    const [click, old, young] = [one(3), one(6), one(7)];
    const line = lineOf(click, old, young);
    expect(line.remove(click)).toBe(true);
    expect(line.remove(click)).toBe(false);
    expect(line.yieldBackground()).toBe(young);
    expect(line.sizeOf(undefined)).toBe(1);
    expect(line.lanes()).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect(line.clear()).toEqual([old]);
  });
});
