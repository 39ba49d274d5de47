import { describe, expect, test } from "vitest";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
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
import { refuteFinding } from "#rules/testing/refute-finding.ts";
import { analyzeRules } from "./analyze-rules.ts";
import type { Finding } from "./finding.ts";

const setting = {
  context: testContext,
  mappingSetNames: new Map([[1, "Colors"]]),
  recordNames: { one: "product", many: "products" },
};
const { title, number, partPrice, partTitle, attributes } = testFields;
const [date, flag, tags, category, option] = (
  ["date", "boolean", "tags", "category_in_list", "string_options"] as const
).map((type) => fieldOfType(type)) as [number, number, number, number, number];

const things = (count: number, data: object): RuleRecord[] =>
  Array.from({ length: count }, () => thing(data));
/** Two things with one value in each field. */
const plain = [
  thing({ string: "Oak lamp", number: 12, date: "2026-01-08", boolean: true, tags: ["sale"] }),
  thing({ string: "Ash desk", number: 30, date: "2025-01-08", boolean: false, tags: [] }),
];

const whole = (rule: RunnableWorkflowRule, rank = 1): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule: { ...rule, rank },
});

/** The findings of rules, each of which is confirmed record by record. */
const find = (
  rules: readonly RunnableMappingRule[],
  records: readonly RuleRecord[] | undefined = plain,
): readonly Finding[] => {
  const table = createTable(records, testContext);
  const found = analyzeRules(rules, setting, table);
  expect(found.flatMap((finding) => refuteFinding(finding, { rules, table }))).toEqual([]);
  return found;
};
const said = (rules: readonly RunnableMappingRule[], records?: readonly RuleRecord[]): string[] =>
  find(rules, records).map(({ kind, message }) => `${kind}: ${message}`);

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
      [never("Every Part Price is greater than 20")],
    ],
    [
      "one of several, then all",
      [on("greater_than", partPrice, ["20"]), on("greater_than", partPrice, ["10"], every)],
      [],
    ],
    [
      "all of several, then one",
      [on("greater_than", partPrice, ["20"], every), on("greater_than", partPrice, ["10"])],
      [needless("Every Part Price is greater than 20")],
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
      [never("Tags contain “Sale”, any case")],
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
      [needless("Tags is empty")],
    ],
  ])("%s", (_, conditions, expected) => {
    expect(inGroups(conditions)).toEqual(expected);
  });

  test("of several elements, one may meet each condition; a single one can't", () => {
    const rule = ruleWith({
      groups: when([on("greater_than", partPrice, ["20"]), on("less_than", partPrice, ["10"])]),
      actions: [set],
    });
    expect(said([whole(rule)], [parts({ price: 5 }), parts({ price: 30 })])).toHaveLength(1);
    expect(said([whole(rule)], [parts({ price: 5 }, { price: 30 })])).toEqual([]);
    expect(analyzeRules([whole(rule)], setting)).toEqual([]);
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

describe("values that no record has", () => {
  const brands = [
    ...things(3, { string: "Hartwell" }),
    ...things(2, { string: "Zwingmann" }),
    thing({ string: "Ash" }),
  ];
  const of = (condition: RunnableCondition, records: readonly RuleRecord[] = brands) =>
    find([whole(ruleWith({ groups: when([condition]), actions: [set] }))], records);

  test.each<[string, RunnableCondition, string | undefined]>([
    ["a letter short", on("string_equal_to", title, ["Hartwel"]), "Hartwell"],
    ["in a list", on("string_in_list", title, ["Zwingmann, Hartwel"]), "Zwingmann, Hartwell"],
    ["not in a list", on("string_not_in_list", title, ["Hartwel, Oak"]), "Hartwell, Oak"],
    ["two letters swapped", on("string_not_equal_to", title, ["hartwlel"]), "Hartwell"],
    [
      "in another case, where case counts",
      on("string_equal_to_case_sensitive", title, ["HARTWELL"]),
      "Hartwell",
    ],
    ["in another case", on("string_equal_to", title, ["HARTWELL"]), undefined],
    ["both spellings", on("string_in_list", title, ["Hartwel, Hartwell"]), undefined],
    ["another word", on("string_equal_to", title, ["Bellini"]), undefined],
    ["a short word", on("string_equal_to", title, ["Asha"]), undefined],
    ["a part of a text", on("string_contains", title, ["Hartwel"]), undefined],
  ])("%s", (_, condition, text) => {
    expect(
      of(condition).map(({ kind, mend }) => [kind, mend?.kind === "operand" && mend.text]),
    ).toEqual(text === undefined ? [] : [["unknown", text]]);
  });

  test("says which one is similar, in how many, and shows one", () => {
    expect(of(on("string_equal_to", title, ["Hartwel"]))[0]).toMatchObject({
      message: "No product has “Hartwel” here. Did you mean “Hartwell”, 3 products?",
      isProved: false,
      witness: 0,
      mend: { label: "Use “Hartwell”" },
    });
  });

  test("numbers are not similar", () => {
    expect(
      of(on("string_equal_to", title, ["SKU-10001"]), things(3, { string: "SKU-10002" })),
    ).toEqual([]);
  });

  test("names of attributes", () => {
    const materials = things(4, { attributes: [{ name: "Material", value: "Oak" }] });
    const name = (text: string) => of(on("attributes_default", attributes, [text]), materials);
    expect(name("Materail").map(({ message }) => message)).toEqual([
      "No product has “Materail” here. Did you mean “Material”, 4 products?",
    ]);
    expect(name("material")).toEqual([]);
  });

  test("a value that an earlier rule sets is known", () => {
    const rename = whole(
      ruleWith({
        groups: when([on("string_equal_to", title, ["Hartwell"])]),
        actions: [actionWith("set", title, ["Hartwel"])],
      }),
      1,
    );
    const rule = whole(
      ruleWith({ groups: when([on("string_equal_to", title, ["Hartwel"])]), actions: [set] }),
      2,
    );
    expect(find([rule, rename], brands)).toEqual([]);
  });
});

describe("look-ups", () => {
  const lines = ["Green", "Red", "Blue"].map((to, at) => ({
    from: ["GRN", "RD", "BL"][at] ?? "",
    to,
  }));
  const context = { ...testContext, mappingSets: new Map([[1, lines]]) };
  const lookUp = (values: string[], actions = [actionWith("mapping_set", title, ["1"])]) => {
    const rules = [whole(ruleWith({ actions }))];
    const table = createTable(
      values.map((string) => thing({ string })),
      context,
    );
    const found = analyzeRules(rules, { ...setting, context }, table);
    expect(found.flatMap((finding) => refuteFinding(finding, { rules, table }))).toEqual([]);
    return found.map(({ message }) => message);
  };

  test.each<[string, string[], string[]]>([
    [
      "one value of several",
      ["GRN", "rd", "BL", "YLW", "YLW"],
      ["“Colors” has no entry for “YLW”, which 2 products have."],
    ],
    ["values that the set has", ["GRN", " rd ", ""], []],
    ["values that are results already", ["GRN", "RD", "Green"], []],
    ["a set of exceptions", ["GRN", "RD", "Oak", "Ash", "Elm"], []],
  ])("%s", (_, values, expected) => {
    expect(lookUp(values)).toEqual(expected);
  });

  test("after an action that changes the value, nothing is said", () => {
    const actions = [actionWith("postfix", title, ["!"]), actionWith("mapping_set", title, ["1"])];
    expect(lookUp(["GRN", "RD", "YLW"], actions)).toEqual([]);
  });
});

describe("two rules that set one field", () => {
  const setting2 = (
    value: string,
    groups: RunnableCondition[][] | undefined,
    rank: number,
    name: string,
  ) =>
    ({
      name,
      ...whole(
        ruleWith({
          actions: [actionWith("set", title, [value])],
          ...(groups && { groups: when(...groups) }),
        }),
        rank,
      ),
    }) as RunnableMappingRule;
  const records = [5, 15, 25].map((value) => thing({ number: value, string: "x" }));
  const own = (value: string, rank: number, ...groups: RunnableCondition[][]) =>
    setting2(value, groups.length > 0 ? groups : undefined, rank, `Rule ${rank}`);

  test.each<[string, RunnableMappingRule[], string[]]>([
    [
      "for all records",
      [own("a", 1), own("b", 2)],
      [
        "“Rule 2” runs later and replaces the String set here: 3 products, all that this changes.",
        "Replaces the String that “Rule 1” sets before: 3 products.",
      ],
    ],
    [
      "in the order of the ranks",
      [own("b", 2), own("a", 1, [over("10")])],
      [
        "“Rule 2” runs later and replaces the String set here: 2 products, all that this changes.",
        "Replaces the String that “Rule 1” sets before: 2 products.",
      ],
    ],
    [
      "for some of both",
      [own("a", 1, [over("10")]), own("b", 2, [under("20")])],
      [
        "“Rule 2” runs later and replaces the String set here: 1 product.",
        "Replaces the String that “Rule 1” sets before: 1 product.",
      ],
    ],
    ["an exception", [own("a", 1), own("b", 2, [under("20")])], []],
    ["never for one record", [own("a", 1, [over("20")]), own("b", 2, [under("20")])], []],
    ["the same value", [own("a", 1), own("a", 2)], []],
    [
      "a condition on the value",
      [own("a", 1), own("b", 2, [on("string_equal_to", title, ["a"])])],
      [],
    ],
  ])("%s", (_, rules, expected) => {
    expect(find(rules, records).map(({ message }) => message)).toEqual(expected);
  });

  test("an action without effect can be removed", () => {
    const [first, second] = [own("a", 1), own("b", 2)];
    expect(find([first, second], records).map(({ mend }) => mend?.label)).toEqual([
      "Remove action",
      undefined,
    ]);
    expect(find([first, second], records)[1]).toMatchObject({ rule: second, isRepeated: true });
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

test("string lists on parts are found, too", () => {
  const rule = whole(
    ruleWith({ groups: when([on("string_equal_to", partTitle, ["Hartwel"])]), actions: [set] }),
  );
  const found = find(
    [rule],
    [parts({ title: "Hartwell" }, { title: "Hartwell" }), parts({ title: "Hartwell" })],
  );
  expect(found.map(({ message }) => message)).toEqual([
    "No product has “Hartwel” here. Did you mean “Hartwell”, 2 products?",
  ]);
});
