import { cutText } from "#contract/cut-text.ts";
import type { ExpectedValue, RuleExpectation, RuleTestContent } from "#contract/rule-tests.ts";
import { nameElement } from "./changed-cells.ts";
import { ownField } from "./read-value.ts";
import type { RuleCatalogue } from "./rule-catalogue.ts";
import type { RuleTestResult, ValueDifference } from "./rule-tests.ts";
import { formatCount, shownText } from "./shown-text.ts";
import { valueWords } from "./value-words.ts";

type TestedRecord = RuleTestContent["record"];
type FieldPlace = Pick<ExpectedValue, "field" | "element">;

/** The name of an expected value: the field, and where there are several elements, the one, “Price (LAMP-1)”. */
export const nameValue = (
  { field: reference, element }: FieldPlace,
  record: TestedRecord,
  { fieldsByReference }: RuleCatalogue,
): string => {
  const field = fieldsByReference.get(reference);
  if (!field) return reference;
  const data = ownField(record.objects, field.objectHandle);
  const isOne = !Array.isArray(data) || data.length === 1;
  return isOne
    ? field.label
    : `${field.label} (${nameElement(record, field.objectHandle, element)})`;
};

const longestJson = 80;

/** A value of a test in words; lists and records are written out, since they have to be told apart. */
export const testValueWords = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return valueWords(value);
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== "object"))
    return shownText(cutText(value.join(", "), longestJson));
  const json = JSON.stringify(value) ?? "";
  return json === "[]" ? valueWords(value) : shownText(cutText(json, longestJson));
};

/** What a test expects, in a few words: “Price becomes 19.99”. */
export const describeExpectation = (
  expectation: RuleExpectation,
  record: TestedRecord,
  catalogue: RuleCatalogue,
): string => {
  if (expectation.kind === "unmatched") return "Doesn't match";
  if (expectation.kind === "unchanged") return "Matches, changes nothing";
  const [first, ...others] = expectation.values;
  if (!first) return "Matches, changes nothing";
  const more = others.length > 0 ? ` and ${formatCount(others.length, "more value")}` : "";
  return `${nameValue(first, record, catalogue)} becomes ${testValueWords(first.value)}${more}`;
};

/** A value that did not become what was expected: “Price should become 19.99, but becomes 21”. */
export const describeDifference = (
  difference: ValueDifference,
  record: TestedRecord,
  catalogue: RuleCatalogue,
): string => {
  const { before, expected, came } = difference;
  const name = nameValue(difference, record, catalogue);
  const is = came ? `becomes ${testValueWords(came.value)}` : `stays ${testValueWords(before)}`;
  return expected
    ? `${name} should become ${testValueWords(expected.value)}, but ${is}`
    : `${name} shouldn't change, but ${is}`;
};

/** Why a test fails, in one sentence without a period. */
export const describeFailure = (
  { test, came, differences }: Pick<RuleTestResult, "test" | "came" | "differences">,
  catalogue: RuleCatalogue,
): string => {
  if (came.kind === "unmatched") return "The rule should match, but doesn't";
  if (test.expectation.kind === "unmatched") return "The rule shouldn't match, but does";
  const [first, ...others] = differences;
  if (!first) return "";
  const more = others.length > 0 ? `, and ${formatCount(others.length, "more difference")}` : "";
  return describeDifference(first, test.record, catalogue) + more;
};
