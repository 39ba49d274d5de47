import { describe, expect, test } from "vitest";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import type { RunnableAction, RunnableCondition, RunnableWorkflowRule } from "#rules/rule-parts.ts";
import {
  actionWith,
  conditionWith as on,
  fieldOfType,
  parts,
  ruleWith,
  testContext,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";
import { find, plain, said, setting, things, whole } from "#rules/testing/find-confirmed.ts";
import { analyzeRules } from "./analyze-rules.ts";
import type { Finding } from "./finding.ts";

const { title, number, partPrice } = testFields;
const [date, flag, tags, category, option] = (
  ["date", "boolean", "tags", "category_in_list", "string_options"] as const
).map((type) => fieldOfType(type)) as [number, number, number, number, number];

const set = actionWith("set", fieldOfType("string", true), ["done"]);
const inGroups = (...groups: RunnableCondition[][]) =>
  said([whole(ruleWith({ groups: when(...groups), actions: [set] }))]);

const over = (value: string) => on("greater_than", number, [value]);
const under = (value: string) => on("less_than", number, [value]);
const every = { fieldArrayMustMatchAll: true };

describe("conditions of one group", () => {
  const needless = (stronger: string) =>
    `implied: Not needed: whatever meets “${stronger}” meets this, too.`;
  const never = (other: string) =>
    `never: Never met together with “${other}”: no value meets both.`;
  test.each<[string, RunnableCondition[], string[]]>([
    ["a wider range", [over("20"), over("10")], [needless("Number is greater than 20")]],
    [
      "the same range in other words",
      [over("20"), over("20.0")],
      [needless("Number is greater than 20")],
    ],
    ["ranges that overlap", [over("10"), under("20")], []],
    [
      "ranges that touch",
      [on("greater_than_equal_to", number, ["20"]), on("less_than_equal_to", number, ["20"])],
      [],
    ],
    ["ranges that are apart", [over("20"), under("20")], [never("Number is greater than 20")]],
    [
      "two numbers",
      [on("equal_to", number, ["5"]), on("equal_to", number, ["5.5"])],
      [never("Number is 5")],
    ],
    [
      "a number and none",
      [over("5"), on("number_does_not_exist", number)],
      [never("Number is greater than 5")],
    ],
    [
      "a number that has to exist",
      [on("number_exists", number), over("5")],
      [needless("Number is greater than 5")],
    ],
    [
      "ranges of several values",
      [on("greater_than", partPrice, ["20"]), on("less_than", partPrice, ["10"])],
      [],
    ],
    [
      "all of several values",
      [on("greater_than", partPrice, ["20"], every), on("less_than", partPrice, ["10"])],
      [never("Every part's Price is greater than 20")],
    ],
    [
      "one of several, then all",
      [on("greater_than", partPrice, ["20"]), on("greater_than", partPrice, ["10"], every)],
      [],
    ],
    [
      "all of several, then one",
      [on("greater_than", partPrice, ["20"], every), on("greater_than", partPrice, ["10"])],
      [needless("Every part's Price is greater than 20")],
    ],
    ["other fields", [over("20"), on("less_than", fieldOfType("number", true), ["10"])], []],
    ["another field's value", [on("greater_than_field", number, [String(number)]), over("10")], []],
    [
      "lengths",
      [
        on("greater_than", title, ["5"], {
          preModifierDataTypeComparator: { handle: "string_length" },
        }),
        on("less_than", title, ["3"], {
          preModifierDataTypeComparator: { handle: "string_length" },
        }),
      ],
      [never("Length of String is greater than 5")],
    ],
    [
      "a length and a text",
      [
        on("greater_than", title, ["5"], {
          preModifierDataTypeComparator: { handle: "string_length" },
        }),
        on("string_equal_to", title, ["Oak"]),
      ],
      [],
    ],
    [
      "dates",
      [
        on("date_greater_than", date, ["2026-01-31"]),
        on("date_older_than_equals", date, ["2026-01-01"]),
      ],
      [never("Date is after 2026-01-31 00:00 UTC")],
    ],
    [
      "lengths of time",
      [on("date_within_last", date, ["7", "days"]), on("date_within_last", date, ["2", "weeks"])],
      [needless("Date is within the last 7 days")],
    ],
    [
      "a date and a length of time",
      [on("date_greater_than", date, ["2026-01-31"]), on("date_older_than", date, ["7", "days"])],
      [],
    ],
    [
      "days and months",
      [on("date_older_than", date, ["31", "days"]), on("date_older_than", date, ["1", "months"])],
      [],
    ],
    [
      "yes and no",
      [on("boolean_equal_to", flag, ["true"]), on("boolean_equal_to", flag, ["no"])],
      [never("Boolean is yes")],
    ],
    [
      "two texts",
      [on("string_equal_to", title, ["Oak"]), on("string_in_list", title, ["Ash, Elm"])],
      [never("String is “Oak”, any case")],
    ],
    [
      "a text in a list",
      [on("string_equal_to", title, ["OAK"]), on("string_in_list", title, ["Ash, Oak"])],
      [needless("String is “OAK”, any case")],
    ],
    [
      "a text in another case",
      [on("string_equal_to", title, ["OAK"]), on("string_contains_case_sensitive", title, ["OAK"])],
      [],
    ],
    [
      "a part of a part",
      [on("string_contains", title, ["oak lamp"]), on("string_contains", title, ["OAK"])],
      [needless("String contains “oak lamp”, any case")],
    ],
    [
      "a start that is contained",
      [on("string_starts_with", title, ["Oak"]), on("string_contains", title, ["oa"])],
      [needless("String starts with “Oak”, any case")],
    ],
    [
      "a part of what may be one letter",
      [on("string_contains", title, ["ss"]), on("string_contains", title, ["s"])],
      [],
    ],
    [
      "two starts",
      [on("string_starts_with", title, ["Oak"]), on("string_starts_with", title, ["Ash"])],
      [never("String starts with “Oak”, any case")],
    ],
    [
      "a start and an end",
      [on("string_starts_with", title, ["Oak"]), on("string_ends_with", title, ["lamp"])],
      [],
    ],
    [
      "a part and not that part",
      [on("string_contains", title, ["oak lamp"]), on("string_not_contains", title, ["oak"])],
      [never("String contains “oak lamp”, any case")],
    ],
    [
      "a text and not another",
      [on("string_equal_to", title, ["Oak"]), on("string_not_equal_to", title, ["Ash"])],
      [needless("String is “Oak”, any case")],
    ],
    [
      "not two texts",
      [on("string_not_equal_to", title, ["Oak"]), on("string_not_equal_to", title, ["Ash"])],
      [],
    ],
    [
      "tags",
      [on("tag_contains", tags, ["Sale"]), on("tag_does_not_contain", tags, ["sale"])],
      [never("Thing Tags contain “Sale”, any case")],
    ],
    ["several tags", [on("tag_contains", tags, ["Sale"]), on("tag_contains", tags, ["New"])], []],
    [
      "categories, of which one may have two names",
      [on("category_in_list", category, ["Lamps"]), on("category_in_list", category, ["7"])],
      [],
    ],
    [
      "options",
      [
        on("string_option_equal_to", option, ["lb"]),
        on("string_option_not_equal_to", option, ["lb"]),
      ],
      [never("String options is Pound")],
    ],
    ["the same twice, which the editor reports", [over("5"), over("5")], []],
    [
      "a list that is shorter than nothing",
      [on("array_size_less_than", tags, ["0"])],
      ["never: Never met: no value can meet this."],
    ],
    [
      "a list with at least no entry",
      [on("array_size_less_than", tags, ["1"]), on("array_empty", tags)],
      [needless("Thing Tags has fewer than 1 entries")],
    ],
  ])("%s", (_, conditions, expected) => {
    expect(inGroups(conditions)).toEqual(expected);
  });

  test("of several elements, one may meet each condition, and without records nobody knows of one", () => {
    const ranges = (field: number) =>
      whole(
        ruleWith({
          groups: when([on("greater_than", field, ["20"]), on("less_than", field, ["10"])]),
          actions: [set],
        }),
      );
    expect(said([ranges(partPrice)], [parts({ price: 5 }), parts({ price: 30 })])).toEqual([]);
    expect(said([ranges(number)], [thing({ number: [5, 30] })])).toEqual([]);
    expect(analyzeRules([ranges(number)], setting)).toEqual([]);
    expect(said([ranges(number)])).toHaveLength(1);
  });

  test("a condition that is not needed can be removed, and its record is one that meets it", () => {
    const wide = over("10");
    const rule = whole(ruleWith({ groups: when([over("20"), wide]), actions: [set] }));
    expect(find([rule])[0]).toMatchObject({
      part: wide,
      isProved: true,
      witness: 1,
      mend: { kind: "remove", part: wide, label: "Remove condition" },
    });
  });
});

describe("groups", () => {
  test.each<[string, RunnableCondition[][], string[]]>([
    [
      "a narrower group",
      [[over("10")], [over("20"), on("string_exists", title)]],
      ["covered: Not needed: whatever meets this group meets group 1, too."],
    ],
    [
      "a narrower group first",
      [[over("20"), on("string_exists", title)], [over("10")]],
      ["covered: Not needed: whatever meets this group meets group 2, too."],
    ],
    [
      "equal groups",
      [[over("10")], [over("10")]],
      ["covered: Not needed: whatever meets this group meets group 1, too."],
    ],
    ["groups that overlap", [[over("10"), on("string_exists", title)], [over("20")]], []],
    ["an empty group", [[], [over("20")]], []],
    [
      "opposites",
      [[on("string_contains", title, ["oak"])], [on("string_not_contains", title, ["OAK"])]],
      [
        "always: Always met: whatever doesn't meet “String contains “oak”, any case” meets “String does not contain “OAK”, any case”.",
      ],
    ],
    [
      "ranges without the missing numbers",
      [[over("10")], [on("less_than_equal_to", number, ["10"])]],
      [],
    ],
  ])("%s", (_, groups, expected) => {
    expect(inGroups(...groups)).toEqual(expected);
  });
});

describe("tiers", () => {
  const price = (
    handle:
      | "less_than"
      | "less_than_equal_to"
      | "greater_than"
      | "greater_than_equal_to"
      | "equal_to",
    value: string,
  ) => on(handle, number, [value]);
  const tier = (name: string, ...conditions: RunnableCondition[]) =>
    ruleWith({ name, groups: when(conditions), actions: [set] });
  const inTiers = (tiers: RunnableWorkflowRule[], records?: readonly RuleRecord[]) =>
    find([whole({ ...ruleWith({ childRules: tiers }), workflowRuleTypeId: 2 })], records);
  const sentences = (found: readonly Finding[]) =>
    found.map(({ kind, message }) => `${kind}: ${message}`);
  const shadowedBy = (name: string) =>
    `shadowed: Never reached: whatever meets this meets “${name}” before, and only the first match runs.`;
  const [low, wide, high] = [
    tier("Low", price("less_than", "10")),
    tier("Wide", price("less_than", "20")),
    tier("High", price("greater_than_equal_to", "20")),
  ];

  test.each<[string, RunnableWorkflowRule[], string[]]>([
    ["in order", [low, wide, high], []],
    ["a narrow tier after a wide one", [wide, low, high], [shadowedBy("Wide")]],
    ["a tier that is disabled", [{ ...wide, enabled: false }, low], []],
    [
      "two conditions in one before",
      [wide, tier("Both", price("less_than", "5"), on("string_exists", title))],
      [shadowedBy("Wide")],
    ],
    [
      "two conditions in one after",
      [tier("Both", price("less_than", "20"), on("string_exists", title)), low],
      [],
    ],
    [
      "several tiers together",
      [wide, high, tier("Any", on("number_exists", number))],
      ["shadowed: Never reached: the tiers before take every value that meets this."],
    ],
    [
      "a number between two tiers",
      [wide, tier("High", price("greater_than", "20"))],
      ["gap: No tier takes a Number of exactly 20."],
    ],
    [
      "numbers between two tiers that a record has",
      [low, tier("Top", price("greater_than", "25"))],
      ["gap: No tier takes a Number of at least 10 and at most 25."],
    ],
    [
      "numbers between two tiers that no record has",
      [wide, tier("Top", price("greater_than", "25"))],
      [],
    ],
    [
      "single numbers",
      [tier("One", price("equal_to", "1")), tier("Three", price("equal_to", "3"))],
      [],
    ],
    [
      "another condition in a tier",
      [wide, tier("High", price("greater_than", "20"), on("string_exists", title))],
      [],
    ],
  ])("%s", (_, tiers, expected) => {
    expect(sentences(inTiers(tiers))).toEqual(expected);
  });

  test("a shadowed tier can move before the one that takes its records, which one shows", () => {
    const found = inTiers([wide, low], [thing({ number: 15 }), thing({ number: 5 })]);
    expect(found[0]).toMatchObject({
      part: low,
      witness: 1,
      mend: { kind: "moveBefore", part: low, before: wide, label: "Move before “Wide”" },
    });
    expect(inTiers([wide, wide].map((one) => ({ ...one })))[0]?.mend).toBeUndefined();
  });

  test("a tier whose records all go to others, by their number", () => {
    const oak = tier("Oak", on("string_contains", title, ["oak"]));
    const found = (count: number) =>
      sentences(inTiers([wide, oak], things(count, { number: 5, string: "Oak lamp" })));
    expect(found(9)).toEqual([]);
    expect(found(10)).toEqual([
      "shadowed: Never reached: all 10 products that meet this are taken by “Wide”.",
    ]);
  });

  test("a rule inside another that its conditions exclude", () => {
    const inner = tier("Inner", price("less_than", "5"));
    const outer = (actions: RunnableAction[]) =>
      said(
        [whole(ruleWith({ groups: when([over("10")]), actions, childRules: [inner] }))],
        things(12, { number: 12 }),
      );
    expect(outer([set])).toEqual([
      "never: Never met: the rule around it requires “Number is greater than 10”, and no value meets both.",
    ]);
    expect(outer([actionWith("subtract", number, ["9"])])).toEqual([]);
  });

  test("a rule inside another that no record reaches", () => {
    const inner = tier("Inner", on("string_contains", title, ["oak"]));
    const records = [
      ...things(12, { number: 1, string: "Oak" }),
      thing({ number: 30, string: "Elm" }),
    ];
    const rule = ruleWith({ groups: when([over("10")]), childRules: [inner] });
    expect(said([whole(rule)], records)).toEqual([
      "never: Never reached: none of the 12 products that meet this meet the conditions of the rule around it.",
    ]);
    expect(said([whole(rule)], records.slice(0, 12))).toEqual([]);
  });
});

describe("actions of one rule", () => {
  const setTo = (value: string, more = {}) => actionWith("set", title, [value], more);
  test.each<[string, RunnableAction[], number]>([
    ["set twice", [setTo("a"), setTo("b")], 1],
    ["set and used", [setTo("a"), actionWith("postfix", title, ["b"])], 0],
    [
      "set, copied, and set",
      [
        setTo("a"),
        actionWith("set_to_field", fieldOfType("string", true), [String(title)]),
        setTo("b"),
      ],
      0,
    ],
    ["set, then for some only", [setTo("a"), setTo("b", { applyToMatchedOnly: true })], 0],
    [
      "set, then copied from a field that may be empty",
      [setTo("a"), actionWith("set_to_field", title, [String(testFields.otherTitle)])],
      0,
    ],
    ["changed and cleared", [actionWith("uppercase", title), actionWith("set_to_empty", title)], 1],
    ["a number twice", [actionWith("set", number, ["1"]), actionWith("set", number, ["2"])], 1],
    [
      "a formula that may fail",
      [actionWith("set", number, ["1"]), actionWith("set", number, ["{part.cost} * 2"])],
      0,
    ],
    ["other fields", [setTo("a"), actionWith("set", number, ["2"])], 0],
  ])("%s", (_, actions, count) => {
    const found = find([whole(ruleWith({ actions }))]);
    expect(found.map(({ kind, part }) => [kind, part])).toEqual(
      count === 0 ? [] : [["overwritten", actions[0]]],
    );
  });
});

test("an edit of one rule leaves the findings of the rules before as they are", () => {
  const first = whole(ruleWith({ groups: when([over("20"), over("10")]), actions: [set] }), 1);
  const second = whole(ruleWith({ groups: when([over("20")]), actions: [set] }), 2);
  const table = createTable(plain, testContext);
  const [before] = analyzeRules([first, second], setting, table);
  const [after] = analyzeRules([first, { ...second }], setting, table);
  expect(after).toBe(before);
});
