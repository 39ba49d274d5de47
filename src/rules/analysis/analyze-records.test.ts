import { describe, expect, test } from "vitest";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import type {
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
import { find, setting, things, whole } from "#rules/testing/find-confirmed.ts";
import { analyzeRules } from "./analyze-rules.ts";

const { title, number, partTitle, attributes } = testFields;
const set = actionWith("set", fieldOfType("string", true), ["done"]);
const over = (value: string) => on("greater_than", number, [value]);
const under = (value: string) => on("less_than", number, [value]);

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

  const doubled = actionWith("multiply", number, ["2"]);
  const fixed = actionWith("set", number, ["7"]);
  const matched = { applyToMatchedOnly: true };
  test.each<[string, RunnableWorkflowRule, number]>([
    ["uses the value", ruleWith({ actions: [doubled] }), 0],
    ["uses its own value", ruleWith({ actions: [fixed, doubled] }), 2],
    [
      "uses the value of elements that it doesn't set",
      ruleWith({ actions: [{ ...fixed, ...matched }, doubled] }),
      0,
    ],
    [
      "uses the value in a rule inside it",
      ruleWith({ actions: [], childRules: [ruleWith({ actions: [doubled] })] }),
      0,
    ],
    [
      "tests its own value in a rule inside it",
      ruleWith({
        actions: [fixed],
        childRules: [ruleWith({ groups: when([over("1")]), actions: [set] })],
      }),
      2,
    ],
  ])("the later one %s", (_, later, count) => {
    const first = whole(ruleWith({ actions: [actionWith("set", number, ["3"])] }), 1);
    expect(find([first, whole(later, 2)], records)).toHaveLength(count);
  });

  test("an action without effect can be removed", () => {
    const [first, second] = [own("a", 1), own("b", 2)];
    expect(find([first, second], records).map(({ mend }) => mend?.label)).toEqual([
      "Remove action",
      "Remove action",
    ]);
    expect(find([first, second], records)[1]).toMatchObject({ rule: second, isRepeated: true });
  });
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
