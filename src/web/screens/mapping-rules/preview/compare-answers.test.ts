import { expect, test } from "vitest";
import { compareAnswers } from "./compare-answers.ts";

test.each([
  ["equal", { a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }, []],
  ["an absent field and null are equal", { a: null }, {}, []],
  ["a value", { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, ["a.0.b"]],
  ["a list and a record", { a: [] }, { a: {} }, ["a"]],
  ["a list that is longer", { a: [1] }, { a: [1, 2] }, ["a.1"]],
  ["a record and null", { a: { b: 1 } }, { a: null }, ["a"]],
  ["text and number", { a: "1" }, { a: 1 }, ["a"]],
])("%s", (_name, here, there, paths) => {
  expect(compareAnswers(here, there).map(({ path }) => path)).toEqual(paths);
});

test("at most twenty places are listed", () => {
  const many = (value: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, value]));
  expect(compareAnswers(many(1), many(2))).toHaveLength(20);
});
