import { describe, expect, test } from "vitest";
import { describeCondition, describeConditionLine } from "./describe-rule.ts";
import { conditionWith, fieldOfType, testCatalogue, testFields } from "#rules/testing/catalogue.ts";
import { comparatorId } from "./workflow-records.ts";

const wording = { catalogue: testCatalogue };
const string = fieldOfType("string");
const number = fieldOfType("number");
const attributes = fieldOfType("attributes");
const other = String(fieldOfType("number", true));

describe("describeCondition", () => {
  test.each([
    [conditionWith("string_contains", string, ["lamp"]), "String contains “lamp”, any case"],
    [conditionWith("string_contains", string, [" {2} "]), "String contains “ {2} ”, any case"],
    [
      conditionWith("string_not_equal_to_case_sensitive", string, [""]),
      "String is not “”, match case",
    ],
    [
      conditionWith("string_in_list", string, ["a, b\nc"]),
      "String is one of “a, b” or “c”, any case",
    ],
    [conditionWith("string_exists", string), "String exists"],
    [conditionWith("greater_than", number, ["10"]), "Number is greater than 10"],
    [conditionWith("greater_than", number), "Number is greater than …"],
    [conditionWith("less_than_field", number, [other]), "Number is less than Other number"],
    [conditionWith("less_than_field", number), "Number is less than (select a field)"],
    [conditionWith("less_than_field", number, ["9"]), "Number is less than field 9"],
    [
      conditionWith("percent_less_than_field", number, [other, "90"]),
      "Number is less than 90% of Other number",
    ],
    [conditionWith("date_older_than", fieldOfType("date"), ["30"]), "Date is older than 30 days"],
    [
      conditionWith("date_within_last", fieldOfType("date"), ["2", "weeks"]),
      "Date is within the last 2 weeks",
    ],
    [
      conditionWith("date_older_than", fieldOfType("date"), ["2026-01-31", "days"]),
      "Date is before 2026-01-31 00:00 UTC",
    ],
    [
      conditionWith("date_within_last", fieldOfType("date"), ["2026-01-31T08:00:00Z"]),
      "Date is between 2026-01-31T08:00:00Z and now",
    ],
    [
      conditionWith("date_greater_than", fieldOfType("date"), ["2026-01-31"]),
      "Date is after 2026-01-31 00:00 UTC",
    ],
    [
      conditionWith("date_greater_than", fieldOfType("date"), ["2026-01-31 08:00"]),
      "Date is after 2026-01-31 08:00",
    ],
    [conditionWith("date_greater_than", fieldOfType("date"), ["30"]), "Date is after 30 days ago"],
    [
      conditionWith("date_greater_than_equals", fieldOfType("date"), ["1"]),
      "Date is on or after 1 day ago",
    ],
    [
      conditionWith("date_older_than_equals", fieldOfType("date"), ["-2"]),
      "Date is on or before -2",
    ],
    // The engine uses a unit that is stored without a control for it.
    [
      conditionWith("date_greater_than", fieldOfType("date"), ["3", "month"]),
      "Date is after 3 months ago",
    ],
    [
      conditionWith("date_greater_than", fieldOfType("date"), ["soon"]),
      "Date is after “soon” (not usable)",
    ],
    [conditionWith("date_greater_than", fieldOfType("date")), "Date is after …"],
    [conditionWith("boolean_equal_to", fieldOfType("boolean"), ["1"]), "Boolean is yes"],
    [
      conditionWith("string_option_equal_to", fieldOfType("string_options"), ["lb"]),
      "String options is Pound",
    ],
    [conditionWith("string_option_equal_to", fieldOfType("string_options")), "String options is …"],
    [
      conditionWith("array_size_greater_than", fieldOfType("array"), ["2"]),
      "Array has more than 2 entries",
    ],
    [conditionWith("equal_to", testFields.partPrice, ["1"]), "Any part's Price is 1"],
    [
      conditionWith("equal_to", testFields.partPrice, ["1"], { fieldArrayMustMatchAll: true }),
      "Every part's Price is 1",
    ],
    [
      conditionWith("greater_than", string, ["80"], {
        preModifierDataTypeComparatorId: comparatorId("string_length"),
      }),
      "Length of String is greater than 80",
    ],
    [
      conditionWith("equal_to", string, ["2", "-"], {
        preModifierDataTypeComparatorId: comparatorId("string_occurrence_of_character"),
      }),
      "Number of “-” in String is 2",
    ],
    [
      conditionWith("attributes_default", attributes, ["Wood"], {
        childConditions: [conditionWith("string_equal_to", attributes, ["Oak"])],
      }),
      "Attributes has “Wood”, whose value is “Oak”, any case",
    ],
    [
      conditionWith("string_exists", string, [], {
        childConditions: [conditionWith("number_exists", number)],
      }),
      "String exists (and Number exists)",
    ],
    [conditionWith("string_exists", 9), "field 9 exists"],
    [
      conditionWith("string_exists", string, [], {
        workflowDataTypeComparator: { handle: "smells_of" },
      }),
      "String meets an unknown condition (smells_of)",
    ],
  ])("%#: %s", (condition, sentence) => {
    expect(describeCondition(condition, wording)).toBe(sentence);
  });
});

const twice = (words: string): [string, string] => [words, words];
const withEvery = (words: string, name: string): [string, string] => [
  `${words} ${name}`,
  `${words} every ${name}`,
];

describe("values that a condition requires", () => {
  const [tags, unit] = [fieldOfType("tags"), fieldOfType("string_options")];
  const category = fieldOfType("category_in_list");
  const otherText = String(fieldOfType("string", true));
  test.each<readonly [Parameters<typeof conditionWith>[0], number, string[], string, string]>([
    [
      "category_in_list",
      category,
      ["A, B"],
      "Category in list is one of “A” or “B”, any case",
      "Category in list includes all of “A” and “B”, any case",
    ],
    [
      "string_in_list",
      string,
      ["a, b"],
      "String is one of “a” or “b”, any case",
      "String is all of “a” and “b”, any case",
    ],
    [
      "string_not_in_list_case_sensitive",
      string,
      ["a, b"],
      ...twice("String is none of “a” or “b”, match case"),
    ],
    [
      "string_option_equal_to",
      unit,
      ['["lb","kg"]'],
      "String options is Pound or “kg”",
      "String options is all of Pound and “kg”",
    ],
    [
      "string_option_not_equal_to",
      unit,
      ['["lb","kg"]'],
      ...twice("String options is not Pound or “kg”"),
    ],
    [
      "tag_contains",
      tags,
      ['["a","b"]'],
      "Thing Tags contain “a” or “b”, any case",
      "Thing Tags contain all of “a” and “b”, any case",
    ],
    [
      "tag_does_not_contain",
      tags,
      ['["a","b"]'],
      ...twice("Thing Tags do not contain “a” or “b”, any case"),
    ],
    ["greater_than_field", number, [other], ...withEvery("Number is greater than", "Other number")],
    [
      "percent_less_than_field",
      number,
      [other, "90"],
      ...withEvery("Number is less than 90% of", "Other number"),
    ],
    [
      "string_not_equals_field",
      string,
      [otherText],
      ...twice("String is not the same as Other string, any case"),
    ],
    // One value, or a comparator without several: the requirement changes nothing.
    ["string_in_list", string, ["a"], ...twice("String is one of “a”, any case")],
    ["tag_contains", tags, ["a, b"], ...twice("Thing Tags contain “a, b”, any case")],
    ["tag_contains", tags, ["[]"], ...twice("Thing Tags contain nothing, any case")],
    ["string_contains", string, ['["a","b"]'], ...twice('String contains “["a","b"]”, any case')],
  ])("%s of field %i and %o", (handle, field, texts, any, all) => {
    expect(describeCondition(conditionWith(handle, field, texts), wording)).toBe(any);
    const required = conditionWith(handle, field, texts, { conditionArrayMustMatchAll: true });
    expect(describeCondition(required, wording)).toBe(all);
    expect(describeConditionLine(required, { picked: false, hasChildren: false }, wording)).toBe(
      all,
    );
  });
});
