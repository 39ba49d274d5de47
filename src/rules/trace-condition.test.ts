import { describe, expect, test } from "vitest";
import type { RunnableCondition } from "./rule-parts.ts";
import {
  conditionWith,
  fieldOfType,
  ruleWith,
  testFields,
  when,
} from "#rules/testing/catalogue.ts";
import { traced } from "#rules/testing/trace.ts";
import { comparatorId } from "./workflow-records.ts";

const otherNumber = String(fieldOfType("number", true));
const { title, otherTitle, number, attributes, partPrice, partTitle } = testFields;

const asked = (condition: RunnableCondition, objects?: Readonly<Record<string, unknown>>) => {
  const found = traced(ruleWith({ groups: when([condition]) }), objects).groups[0]?.conditions[0];
  if (!found) throw new Error("The condition has no trace.");
  return found;
};
const long = "x".repeat(100_000);

describe("reasons of conditions", () => {
  test.each<readonly [RunnableCondition, boolean, string]>([
    [
      conditionWith("string_contains", title, ["lamp"]),
      true,
      "String is “Brass desk lamp”, which contains “lamp”, any case.",
    ],
    [
      conditionWith("string_not_contains", title, ["lamp"]),
      false,
      "String is “Brass desk lamp”, which contains “lamp”, any case.",
    ],
    [
      conditionWith("greater_than", number, ["10"]),
      false,
      "Number is 8, which is not greater than 10.",
    ],
    [
      conditionWith("greater_than", title, ["10"]),
      false,
      "String is “Brass desk lamp”, which is not a number, so it can't be compared.",
    ],
    [
      conditionWith("greater_than", number, ["soon"]),
      false,
      "“soon” is not a number, so it can't be compared.",
    ],
    [
      conditionWith("greater_than", number),
      false,
      "“Number” is empty, so there is nothing to compare with.",
    ],
    [
      conditionWith("less_than_field", number, [otherNumber]),
      true,
      "Number is 8, which is less than Other number (9.50).",
    ],
    [
      conditionWith("less_than_field", number),
      false,
      "No field to compare with is selected, so this is never met.",
    ],
    [
      conditionWith("string_equals_field", title, [String(otherTitle)]),
      false,
      "Other string is empty, so String can't be compared with it.",
    ],
    [
      conditionWith("greater_than_field", number, [String(title)]),
      false,
      "String is “Brass desk lamp”, which is not a number, so Number can't be compared with it.",
    ],
    [
      conditionWith("string_contains", otherTitle, ["x"]),
      false,
      "Other string is empty, so it can't be compared.",
    ],
    [
      conditionWith("string_not_contains", otherTitle, ["x"]),
      true,
      "Other string is empty, so it does not contain “x”, any case.",
    ],
    [
      conditionWith("greater_than", partPrice, ["10"]),
      true,
      "Price is greater than 10 in 1 of 3 parts (20).",
    ],
    [
      conditionWith("greater_than", partPrice, ["10"], { fieldArrayMustMatchAll: true }),
      false,
      "Price is greater than 10 in 1 of 3 parts, but all must (5 and empty).",
    ],
    [
      conditionWith("greater_than", partPrice, ["100"]),
      false,
      "Price is greater than 100 in none of 3 parts (5, 20 and empty).",
    ],
    [
      conditionWith("less_than_field", partPrice, [String(testFields.partCost)]),
      true,
      "Price is less than Cost in 1 of 3 parts (5 vs. 6).",
    ],
    [
      conditionWith("string_contains", partPrice, ["7"]),
      false,
      "Price contains “7”, any case, in none of 3 parts (5, 20 and empty).",
    ],
    [
      conditionWith("string_does_not_exist", partTitle),
      true,
      "Title does not exist in all 3 parts (all empty).",
    ],
    [
      conditionWith("greater_than", title, ["8"], {
        preModifierDataTypeComparatorId: comparatorId("string_length"),
      }),
      true,
      "Length of String is 15, which is greater than 8.",
    ],
    [
      conditionWith("tag_contains", fieldOfType("tags"), ["Sale"]),
      true,
      "Thing Tags contain “Sale”, any case: “sale” and “new” (2 in all).",
    ],
    [
      conditionWith("array_size_greater_than", fieldOfType("tags"), ["3"]),
      false,
      "Thing Tags does not have more than 3 entries: “sale” and “new” (2 in all).",
    ],
    [conditionWith("array_not_empty", fieldOfType("images")), false, "Images is empty."],
    [conditionWith("number_exists", number), true, "Number is 8."],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["30"]),
      false,
      "Date is 2026-01-01, which is not older than 30 days.",
    ],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["30", "day"]),
      false,
      "Date is 2026-01-01, which is not older than 30 days.",
    ],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["1.5", "months"]),
      false,
      "“1.5” is not a length of time, so it can't be compared.",
    ],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["1.5", "moons"]),
      false,
      "“moons” is not a unit of time, so it can't be compared.",
    ],
    [
      conditionWith("decimal_place_value", number, ["12", "1"]),
      false,
      "“12” is not a whole number from 0 to 9, so it can't be compared.",
    ],
    [
      conditionWith("date_within_last", fieldOfType("date"), ["1", "days"]),
      false,
      "Date is 2026-01-01, which is not within the last 1 day.",
    ],
    [
      conditionWith("string_equal_to", fieldOfType("array"), ["a"]),
      true,
      "An entry in Array is “a”, any case: “b” and “a” (2 in all).",
    ],
    [
      conditionWith("string_equal_to", fieldOfType("array"), ["a"], {
        fieldArrayMustMatchAll: true,
      }),
      false,
      "Not every entry in Array is “a”, any case: “b” and “a” (2 in all).",
    ],
    [
      conditionWith("category_in_list", fieldOfType("category_in_list"), ["Lighting, Tables"]),
      false,
      "Category in list is “Chairs”, which is none of “Lighting” or “Tables”, any case.",
    ],
    [
      conditionWith("category_in_list", fieldOfType("category_in_list"), ["Chairs, Tables"], {
        conditionArrayMustMatchAll: true,
      }),
      false,
      "Category in list is “Chairs”, which does not include all of “Chairs” and “Tables”, any case.",
    ],
    [
      conditionWith("tag_contains", fieldOfType("tags"), ['["sale","old"]'], {
        conditionArrayMustMatchAll: true,
      }),
      false,
      "Thing Tags do not contain all of “sale” and “old”, any case: “sale” and “new” (2 in all).",
    ],
    [
      conditionWith("string_in_list", title, ["Brass desk lamp, Oak"], {
        conditionArrayMustMatchAll: true,
      }),
      false,
      "String is “Brass desk lamp”, which is not all of “Brass desk lamp” and “Oak”, any case.",
    ],
    [
      conditionWith("less_than_field", number, [otherNumber], { conditionArrayMustMatchAll: true }),
      true,
      "Number is 8, which is less than every Other number (9.50).",
    ],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["2025-12-31", "days"]),
      false,
      "Date is 2026-01-01, which is not before 2025-12-31 00:00 UTC.",
    ],
    [
      conditionWith("date_greater_than", fieldOfType("date"), ["-1"]),
      false,
      "“-1” is not a date, so it can't be compared.",
    ],
    [
      conditionWith("boolean_equal_to", fieldOfType("boolean"), ["yes"]),
      false,
      "Boolean is no, which is not yes.",
    ],
    [
      conditionWith("attributes_default", attributes, ["wood"]),
      true,
      "Attributes has “wood”: “Oak”.",
    ],
    [conditionWith("attributes_default", attributes, ["size"]), false, "Attributes has no “size”."],
    [conditionWith("string_exists", 99), false, "Field 99 is unknown, so this is never met."],
    [{ condition: "a" }, false, "No field is selected, so this is never met."],
    [
      { globalObjectFieldId: title, workflowDataTypeComparator: { handle: "toString" } },
      false,
      "This kind of condition is unknown, so it is never met.",
    ],
  ])("%#: %o %s", (condition, holds, reason) => {
    const trace = asked(condition);
    expect(trace.part).toBe(condition);
    expect([trace.holds, trace.reason]).toEqual([holds, reason]);
  });

  test("values are reported element by element", () => {
    const { values, elements } = asked(conditionWith("greater_than", partPrice, ["10"]));
    expect(values).toEqual([5, 20, undefined]);
    expect(elements).toEqual([false, true, false]);
  });

  test("a long value is truncated, and a missing object is named", () => {
    const contains = conditionWith("string_contains", title, ["lamp"]);
    expect(asked(contains, { thing: { string: long } }).reason.length).toBeLessThan(200);
    expect(asked(contains, {}).reason).toBe(
      "There is no thing, so String does not contain “lamp”, any case.",
    );
  });

  test("child conditions of a named value evaluate its value; others must match as well", () => {
    const ash = conditionWith("string_equal_to", attributes, ["Ash"]);
    const wood = asked(
      conditionWith("attributes_default", attributes, ["wood"], { childConditions: [ash] }),
    );
    expect(wood.reason).toBe("Attributes has “wood”: “Oak”, which does not match.");
    expect(wood.children).toEqual([
      {
        part: ash,
        holds: false,
        reason: "“wood” is “Oak”, which is not “Ash”, any case.",
        values: ["Oak"],
        elements: [false],
        children: [],
      },
    ]);
    const size = asked(
      conditionWith("attributes_default", attributes, ["size"], { childConditions: [ash] }),
    );
    expect(size.children[0]?.reason).toBe("There is no “size” to check.");
    const both = asked(
      conditionWith("string_exists", title, [], {
        childConditions: [conditionWith("greater_than", number, ["10"])],
      }),
    );
    expect([both.holds, both.reason]).toEqual([
      false,
      "String is “Brass desk lamp”. But a child condition is not met.",
    ]);
    expect(both.children[0]?.reason).toBe("Number is 8, which is not greater than 10.");
  });
});
