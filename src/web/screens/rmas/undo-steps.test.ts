import { expect, test } from "vitest";
import { addStep, noSteps, undoStep, type UndoSteps } from "./undo-steps.ts";

type Edit = readonly [place: string | undefined, text: string];

/** The texts that undo leads to, one after the other. */
const undone = (edits: readonly Edit[]): string[] => {
  let [text, steps]: [string, UndoSteps<string>] = ["", noSteps];
  for (const [place, next] of edits) {
    steps = addStep(steps, text, place);
    text = next;
  }
  const texts: string[] = [];
  for (let one = undoStep(steps); one; one = undoStep(one.steps)) texts.push(one.to);
  return texts;
};

test.each<[string, Edit[], string[]]>([
  ["nothing", [], []],
  ["one edit", [["1.note", "a"]], [""]],
  [
    "letters typed into one field",
    [
      ["1.note", "a"],
      ["1.note", "ab"],
    ],
    [""],
  ],
  [
    "two fields",
    [
      ["1.note", "a"],
      ["2.note", "ab"],
    ],
    ["a", ""],
  ],
  [
    "a field, a button, the field again",
    [
      ["1.note", "a"],
      [undefined, "b"],
      ["1.note", "c"],
    ],
    ["b", "a", ""],
  ],
  [
    "a button twice",
    [
      [undefined, "a"],
      [undefined, "b"],
    ],
    ["a", ""],
  ],
])("undo after %s", (_, edits, expected) => expect(undone(edits)).toEqual(expected));

test("after an undo, typing into the same field is a new step", () => {
  const steps = addStep(addStep<string>(noSteps, "", "1.note"), "a", "2.note");
  expect(addStep(undoStep(steps)!.steps, "a", "1.note").past).toEqual(["", "a"]);
});

test("the oldest of more than a hundred steps are dropped", () => {
  const steps = Array.from({ length: 120 }, (_, index) => index).reduce<UndoSteps<number>>(
    (now, index) => addStep(now, index, undefined),
    noSteps,
  );
  expect([steps.past.length, steps.past[0]]).toEqual([100, 20]);
});
