import { describe, expect, test } from "vitest";
import { recordChunks, runInChunks } from "./run-in-chunks.ts";
import {
  actionWith,
  conditionWith,
  parts,
  ruleWith,
  testContext,
  testFields,
  when,
} from "#rules/testing/catalogue.ts";

const { partTitle, partPrice } = testFields;
const lamp = conditionWith("string_contains", partTitle, ["lamp"]);
const dearer = actionWith("add", partPrice, ["1"], { applyToMatchedOnly: true });
const rule = {
  useOriginalInputValue: false,
  rule: ruleWith({ groups: when([lamp]), actions: [dearer] }),
};
const records = Array.from({ length: 7 }, (_, at) =>
  parts({ title: "Desk", price: 5 }, { title: at % 2 === 0 ? "Lamp" : "Rug", price: at }),
);
const pause = () => Promise.resolve();

const allOf = async <T>(outcomes: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
};

describe("rules over chunks of records", () => {
  test("counts the records of each part, and returns changes with indexes among all records", async () => {
    const chunks = recordChunks(3);
    chunks.add(records.slice(0, 2));
    chunks.add(records.slice(2));
    const outcomes = await allOf(
      runInChunks([rule, { useOriginalInputValue: false }], chunks.tables(testContext), pause),
    );
    expect(outcomes.map(({ first, size }) => [first, size])).toEqual([
      [0, 3],
      [3, 3],
      [6, 1],
    ]);
    // The rule, its group, the condition, the action.
    expect(outcomes.map(({ counts }) => counts)).toEqual([
      [[2, 2, 2, 2], []],
      [[1, 1, 1, 1], []],
      [[1, 1, 1, 1], []],
    ]);
    const changes = outcomes.flatMap((outcome) => outcome.changes);
    expect(changes.flatMap((change) => [...change.records])).toEqual([0, 2, 4, 6]);
    expect(changes.flatMap((change) => [...change.elements])).toEqual([1, 1, 1, 1]);
    expect(changes.flatMap((change) => change.before)).toEqual([0, 2, 4, 6]);
    expect(changes.flatMap((change) => change.after)).toEqual([1, 3, 5, 7]);
  });

  test("runs again over records that were added in between", async () => {
    const chunks = recordChunks(3);
    const sizes = async () => {
      const outcomes = await allOf(runInChunks([rule], chunks.tables(testContext), pause));
      return outcomes.map(({ size }) => size);
    };
    chunks.add(records.slice(0, 4));
    expect(await sizes()).toEqual([3, 1]);
    chunks.add(records.slice(4));
    expect(await sizes()).toEqual([3, 3, 1]);
  });

  test("leaves records that are added during a run to the next run", async () => {
    const chunks = recordChunks(3);
    chunks.add(records.slice(0, 4));
    const adding = () => Promise.resolve(chunks.add(records.slice(4)));
    const outcomes = await allOf(runInChunks([rule], chunks.tables(testContext), adding));
    expect(outcomes.map(({ size }) => size)).toEqual([3, 1]);
  });

  test("does nothing more once it is aborted", async () => {
    const chunks = recordChunks(1);
    chunks.add(records);
    let pauses = 0;
    const counting = () => Promise.resolve(void pauses++);
    for await (const { first } of runInChunks([rule], chunks.tables(testContext), counting))
      if (first === 2) break;
    expect(pauses).toBe(2);
  });
});
