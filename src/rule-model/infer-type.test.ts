import { expect, test } from "vitest";
import { dataTypeId } from "#rules/workflow-records.ts";
import { changeActionField, changeConditionField } from "./adapt-part.ts";
import { createBuilder } from "./builder.ts";
import { addLast, isJustAdded, newMappingRule, removeParts } from "./edit-draft.ts";
import { writeHead } from "./head-values.ts";
import { childrenIn, headKey, rootKey } from "./part.ts";
import { testFieldIds, testRequest, testWorkflow } from "./testing/builder.ts";

const { title, price, value } = testFieldIds;

const blank = () => {
  const builder = createBuilder(newMappingRule(testWorkflow), testWorkflow);
  const { draft } = builder;
  const root = () => draft.part(rootKey, "rule");
  const action = () => childrenIn(root(), "actions")[0]!;
  const condition = () => childrenIn(draft.get(childrenIn(root(), "groups")[0]!), "conditions")[0]!;
  const type = () => draft.part(headKey, "head")?.data.globalDataTypeId;
  return { builder, action, condition, type };
};

const [text, number] = [dataTypeId("string"), dataTypeId("number")];

test("the type of a new rule follows its first action, else its first condition, also after undo", () => {
  const { builder, action, condition, type } = blank();
  changeConditionField(builder, condition(), title);
  expect(type()).toBe(text);
  changeActionField(builder, action(), price);
  expect(type()).toBe(number);
  builder.draft.undo();
  expect(type()).toBe(text);
  builder.draft.redo();
  removeParts(builder.draft, [action()]);
  expect(type()).toBe(text);
});

test("a type that a person selected stays, and so does that of an assigned field until it is cleared", () => {
  const { builder, action, type } = blank();
  const { draft, workflow } = builder;
  writeHead(draft, workflow, "globalDataTypeId", String(text));
  changeActionField(builder, action(), price);
  expect(type()).toBe(text);
  writeHead(draft, workflow, "globalObjectFieldId", String(title));
  expect(type()).toBe(text);
  writeHead(draft, workflow, "globalObjectFieldId", "");
  expect(type()).toBe(number);
});

test("a field of the rule's own type says nothing, and then a type must be selected", () => {
  const { builder, action, condition, type } = blank();
  const wrong = () => builder.problems.get(headKey)?.map(({ field }) => field) ?? [];
  expect(wrong()).not.toContain("globalDataTypeId");
  changeActionField(builder, action(), value);
  changeConditionField(builder, condition(), value);
  expect(type()).toBe(0);
  expect(wrong()).toContain("globalDataTypeId");
});

test("a rule of the API keeps its type", () => {
  const builder = createBuilder(
    { ...testRequest(), globalObjectFieldId: null, globalDataTypeId: number },
    testWorkflow,
  );
  const [first] = childrenIn(builder.draft.get(rootKey), "actions");
  changeActionField(builder, first!, title);
  expect(builder.draft.part(headKey, "head")?.data.globalDataTypeId).toBe(number);
});

test("a row is just added until something is entered", () => {
  const { builder } = blank();
  addLast(builder, rootKey, "actions");
  const key = builder.view.editing()!;
  expect(isJustAdded(builder, key)).toBe(true);
  changeActionField(builder, key, title);
  expect(isJustAdded(builder, key)).toBe(false);
});
