import { expect, test } from "vitest";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { mendPart } from "./mend-part.ts";
import { childrenIn, type PartMend, rootKey } from "./part.ts";

const { contains, set, trim } = testKeys;
const label = "Settle";

const open = () => {
  const builder = testBuilder();
  const actions = () => childrenIn(builder.draft.get(rootKey), "actions");
  const text = () => builder.draft.part(contains, "condition")?.data.condition ?? undefined;
  return { ...builder, actions, text };
};

test.each<
  [string, (from: string) => PartMend, (after: ReturnType<typeof open>) => unknown, unknown]
>([
  ["removed", () => ({ kind: "remove", label, key: contains }), ({ text }) => text(), undefined],
  [
    "given another value",
    (from) => ({ kind: "operand", label, key: contains, from, text: "light" }),
    ({ text }) => text(),
    "light",
  ],
  [
    "moved",
    () => ({ kind: "moveBefore", label, key: trim, before: set }),
    ({ actions }) => actions().indexOf(set) - actions().indexOf(trim),
    1,
  ],
])("a part is %s, as one step of undo", (_, mendFrom, read, expected) => {
  const opened = open();
  const { draft, trees } = opened;
  const before = trees.mappingRule();
  expect(mendPart({ draft }, mendFrom(opened.text() ?? ""))).toBe(true);
  expect(read(opened)).toBe(expected);
  draft.undo();
  expect(trees.mappingRule()).toEqual(before);
});

test.each<[string, PartMend]>([
  ["a part that was deleted", { kind: "remove", label, key: 999 }],
  ["a place that was deleted", { kind: "moveBefore", label, key: trim, before: 999 }],
  ["a value that was edited", { kind: "operand", label, key: contains, from: "x", text: "light" }],
])("%s stays as it is", (_, mend) => {
  const { draft, trees } = testBuilder();
  const before = trees.mappingRule();
  expect(mendPart({ draft }, mend)).toBe(false);
  expect(trees.mappingRule()).toBe(before);
});
