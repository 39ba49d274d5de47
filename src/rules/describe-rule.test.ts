import { describe, expect, test } from "vitest";
import {
  describeAction,
  describeActionLine,
  describeCondition,
  describeConditionLine,
  describeRule,
  ruleParagraph,
} from "./describe-rule.ts";
import { emptyCatalogue } from "./rule-catalogue.ts";
import {
  actionWith,
  conditionWith,
  fieldOfType,
  ruleWith,
  testCatalogue,
  when,
} from "#rules/testing/catalogue.ts";
import { actionId } from "./workflow-records.ts";

const wording = { catalogue: testCatalogue, mappingSetNames: new Map([[1, "Colours"]]) };
const string = fieldOfType("string");
const number = fieldOfType("number");
const attributes = fieldOfType("attributes");
const other = String(fieldOfType("number", true));

describe("describeAction", () => {
  test.each([
    [actionWith("set", string, ["{part.cost}"]), "Set String to “{part.cost}”"],
    [actionWith("set", number, ["{part.cost} * 1.35"]), "Set Number to Cost × 1.35"],
    [actionWith("set", fieldOfType("boolean"), ["false"]), "Set Boolean to no"],
    [actionWith("set", fieldOfType("date"), ["2026-01-31"]), "Set Date to 2026-01-31"],
    [actionWith("set", fieldOfType("tags"), ["a, b"]), "Set Thing Tags to “a” and “b”"],
    [actionWith("percent_change", number, ["-10"]), "Change Number by -10%"],
    [actionWith("left_pad", string, ["5"]), "Pad String on the left to 5 characters with spaces"],
    [actionWith("substring", string, ["0"]), "Keep String from index 0 up to the end"],
    [
      actionWith("mapping_set", string, ["1"]),
      "Replace String with its value in mapping set “Colours”",
    ],
    [actionWith("mapping_set", string, ["2"]), "Replace String with its value in mapping set 2"],
    [
      actionWith("add_field", number, [other], {
        usesOtherFieldScope: "filtered",
        applyToMatchedOnly: true,
      }),
      "Add Other number to Number, using values from the elements that met the conditions, only where the conditions are met",
    ],
    [
      actionWith("attribute_modify", attributes, ["Wood"], {
        childActions: [actionWith("uppercase", attributes)],
      }),
      "Change attribute “Wood” of Attributes, then with its value: Make it uppercase",
    ],
    [{ globalObjectFieldId: string, workflowDataTypeActionId: 9 }, "Unknown action on String (9)"],
  ])("%#: %s", (action, sentence) => {
    expect(describeAction(action, wording)).toBe(sentence);
  });
});

describe("separate lines", () => {
  const wood = conditionWith("attributes_default", attributes, ["Wood"]);
  test.each([
    [wood, { picked: false, hasChildren: true }, "Attributes has “Wood”, where"],
    [wood, { picked: false, hasChildren: false }, "Attributes has “Wood”"],
    [
      conditionWith("string_equal_to", attributes, ["Oak"]),
      { picked: true, hasChildren: false },
      "its value is “Oak”, any case",
    ],
    [
      conditionWith("string_exists", string),
      { picked: false, hasChildren: true },
      "String exists, and",
    ],
    [{}, { picked: false, hasChildren: false }, "Incomplete condition"],
    [
      { globalObjectFieldId: string },
      { picked: false, hasChildren: false },
      "String … (select a condition)",
    ],
  ])("condition %#: %s", (condition, line, sentence) => {
    expect(describeConditionLine(condition, line, wording)).toBe(sentence);
  });

  test.each([
    [
      actionWith("attribute_modify", attributes, ["Wood"]),
      { picked: false, hasChildren: true },
      "Change attribute “Wood” of Attributes, then with its value:",
    ],
    [
      actionWith("uppercase", attributes),
      { picked: true, hasChildren: false },
      "Make its value uppercase",
    ],
    [{}, { picked: false, hasChildren: false }, "Incomplete action"],
    [
      { globalObjectFieldId: string },
      { picked: false, hasChildren: false },
      "Change String … (select an action)",
    ],
  ])("action %#: %s", (action, line, sentence) => {
    expect(describeActionLine(action, line, wording)).toBe(sentence);
  });
});

describe("describeRule", () => {
  test("reads as a paragraph", () => {
    const rule = ruleWith({
      groups: when(
        [
          conditionWith("string_contains", string, ["lamp"]),
          conditionWith("greater_than", number, ["10"]),
        ],
        [conditionWith("string_exists", string)],
        [],
      ),
      actions: [actionWith("uppercase", string), actionWith("trim", string)],
      workflowRuleTypeId: 2,
      childRules: [
        ruleWith({ actions: [actionWith("add", number, ["1"])] }),
        ruleWith({ enabled: false, groups: [] }),
      ],
    });
    expect(ruleParagraph(describeRule(rule, wording))).toBe(
      "When String contains “lamp”, any case and Number is greater than 10, or when String exists: Make String uppercase; Trim String. " +
        "Then the first of these that matches: “Rule”: Always: Add 1 to Number. “Rule”: Disabled. Never (no conditions): nothing is changed.",
    );
  });

  test.each([
    [
      { workflowRuleTypeId: 2 },
      "The first of these that matches: “Rule”: Always: Trim String. “Rule”: Disabled. Always: Make String uppercase.",
    ],
    [
      {},
      "Each of these: “Rule”: Always: Trim String. “Rule”: Disabled. Always: Make String uppercase.",
    ],
    [
      { workflowRuleTypeId: 2, groups: when([conditionWith("string_exists", string)]) },
      "When String exists, the first of these that matches: “Rule”: Always: Trim String. “Rule”: Disabled. Always: Make String uppercase.",
    ],
    [
      { actions: [actionWith("lowercase", string)] },
      "Always: Make String lowercase. Then: “Rule”: Always: Trim String. “Rule”: Disabled. Always: Make String uppercase.",
    ],
    [
      { groups: [], enabled: false },
      "Disabled. Never (no conditions): nothing is changed. Then: “Rule”: Always: Trim String. “Rule”: Disabled. Always: Make String uppercase.",
    ],
  ])("a rule that leads to others says no more than it does: %#", (more, paragraph) => {
    const childRules = [
      ruleWith({ actions: [actionWith("trim", string)] }),
      ruleWith({ actions: [actionWith("uppercase", string)], enabled: false }),
    ];
    expect(ruleParagraph(describeRule(ruleWith({ childRules, ...more }), wording))).toBe(paragraph);
  });

  test("without a catalog it uses the rule's own records", () => {
    const condition = {
      globalObjectFieldId: 12,
      condition: "lamp",
      workflowDataTypeComparator: { handle: "string_contains" },
    };
    expect(describeCondition(condition, { catalogue: emptyCatalogue })).toBe(
      "field 12 contains “lamp”, any case",
    );
  });

  test("names the object if two have a field with the same name", () => {
    const action = {
      globalObjectFieldId: 4_001,
      workflowDataTypeActionId: actionId("custom_field_remove"),
      value: "a",
    };
    expect(describeAction(action, wording)).toBe("Remove the custom field “a” from Line Fields");
  });
});
