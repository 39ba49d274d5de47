import { expect, test } from "vitest";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
  ruleTypeHandles,
} from "#contract/handles.ts";
import rules from "./data/mapping-rules.json" with { type: "json" };
import sets from "./data/mapping-sets.json" with { type: "json" };

/** Every value of these keys in the data, at any depth. */
const valuesOf = (value: unknown, keys: readonly string[]): unknown[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, inside]) => [
        ...(keys.includes(key) ? [inside] : []),
        ...valuesOf(inside, keys),
      ]);

/** The handles of the rows directly in a list, and of the rows below those. */
const handlesOf = (rows: unknown[]): unknown[] =>
  rows.flatMap((row) =>
    !Array.isArray(row)
      ? []
      : typeof row[0] === "string"
        ? [row[1], ...valuesOf(row, ["children"]).flatMap((below) => handlesOf([below].flat()))]
        : handlesOf(row),
  );

test.each([
  ["a comparator", handlesOf(valuesOf(rules, ["any"])), comparatorHandles],
  ["a pre-modifier", valuesOf(rules, ["pre"]), comparatorHandles],
  ["an action", handlesOf(valuesOf(rules, ["run"])), actionHandles],
  ["a data type", valuesOf(rules, ["dataType"]), dataTypeHandles],
  ["a scope", valuesOf(rules, ["scope"]), otherFieldScopes],
  ["a rule type", valuesOf(rules, ["type"]), ruleTypeHandles],
])("%s in a rule is one of the API's", (_, used, known) => {
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((word) => !known.includes(String(word) as never))).toEqual([]);
});

test("a mapping set that a rule names is one of the sets", () => {
  const named = JSON.stringify(rules).match(/(?<="set:)[^"]+/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => sets.every((set) => set.name !== name))).toEqual([]);
});
