import { expect, test } from "vitest";
import { type OperandKind, operandKinds } from "#rules/operands.ts";
import { testBuilder } from "#rule-model/testing/builder.ts";
import { operandProblem, withoutPeriod } from "./problem.ts";

/* How messages at a field read: one sentence alone has no period, several have theirs. */

const texts = ["", ",", "soon", "-1.5", "1 +", "1 + + 2", "{product.nothing}", "20260131"];

test.each(Object.keys(operandKinds) as OperandKind[])(
  "the messages of an operand of kind %s end like messages at a field",
  (kind) => {
    const operand = { kind, label: "Value", field: "value", place: 0, options: undefined } as const;
    const messages = texts.flatMap(
      (text) => operandProblem(testBuilder(), operand, text)?.message ?? [],
    );
    for (const message of messages) expect(message.endsWith(".")).toBe(/\. \p{Lu}/u.test(message));
  },
);

test.each([
  ["The list is empty.", "The list is empty"],
  ["The list is empty", "The list is empty"],
  ["“1.5” isn't a number.", "“1.5” isn't a number"],
  ["The list is empty. Add a value.", "The list is empty. Add a value."],
  ["", ""],
])("%j reads %j at a field", (text, message) => expect(withoutPeriod(text)).toBe(message));
