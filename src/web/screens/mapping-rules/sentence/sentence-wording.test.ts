import { expect, test } from "vitest";
import { describeConditionLine } from "#rules/describe-condition.ts";
import { describeActionLine } from "#rules/describe-action.ts";
import { testBuilder, testKeys } from "#rule-model/test-builder.ts";
import { splitMarks, withMarks } from "./sentence-wording.tsx";

const line = { picked: false, hasChildren: false };

test("the words of fields and values are marked, and nothing else changes", () => {
  const builder = testBuilder();
  const plain = builder.wording();
  const action = builder.draft.part(testKeys.trim, "action")!.data;
  const pieces = splitMarks(describeActionLine(action, line, withMarks(plain)));
  expect(pieces.find(({ kind }) => kind === "field")?.text).toBe("Title");
  expect(pieces.map(({ text }) => text).join("")).toBe(describeActionLine(action, line, plain));
  for (const key of builder.draft.keys()) {
    const data = builder.draft.part(key, "condition")?.data;
    if (!data) continue;
    const marked = splitMarks(describeConditionLine(data, line, withMarks(plain)));
    expect(marked.map(({ text }) => text).join("")).toBe(describeConditionLine(data, line, plain));
    expect(marked[0]?.kind).toBe("field");
  }
});

test("a text that contains the mark characters is shown correctly", () => {
  const { mark } = withMarks(testBuilder().wording());
  expect(splitMarks(`a ${mark!("value", "x\uE002y\uE000")} b`)).toEqual([
    { kind: "words", text: "a " },
    { kind: "value", text: "xy" },
    { kind: "words", text: " b" },
  ]);
});
