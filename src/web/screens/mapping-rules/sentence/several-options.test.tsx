import { act } from "react";
import { expect, test } from "vitest";
import { purchaseOrderStatusNameByHandle } from "#contract/purchase-order-states.ts";
import { fieldRecord } from "#rules/test-catalogue.ts";
import { comparatorId } from "#rules/workflow-records.ts";
import { createBuilder } from "#rule-model/draft/builder.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { testKeys, testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { createWorkflow } from "#rule-model/workflow/workflow.ts";
import { openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { dispatchKey, showInEditor } from "#web/testing/rule-editor.tsx";
import { RuleEditor } from "#web/screens/mapping-rules/outline/rule-editor.tsx";
import { typeText } from "#web/testing/app.tsx";

// @vitest-environment happy-dom

const fieldId = 2_091;
const { contains: key } = testKeys;
const statuses = Object.entries(purchaseOrderStatusNameByHandle).map(([value, name]) => ({
  value,
  name,
}));

/** The open row of a condition on a field with the first `count` statuses of an order. */
const openStatus = (condition: string, count = statuses.length) => {
  const workflow = createWorkflow({
    ...testMetaData,
    globalObjectFields: [
      ...testMetaData.globalObjectFields,
      fieldRecord(fieldId, 2, "status", "string_options", statuses.slice(0, count)),
    ],
  });
  const builder = createBuilder(testRequest(), workflow);
  const change = {
    globalObjectFieldId: fieldId,
    workflowDataTypeComparatorId: comparatorId("string_option_equal_to"),
    condition,
  };
  setPart(builder.draft, key, "condition", change, { label: "edit" });
  const { host } = showInEditor(openEditor(builder), <RuleEditor />);
  act(() => builder.view.edit(key));
  return {
    host,
    search: () =>
      host.querySelector<HTMLInputElement>("[type=search][aria-label='Search options']"),
    boxes: () =>
      [...host.querySelectorAll<HTMLInputElement>("[data-row-form] [type=checkbox]")].map(
        ({ labels }) => labels?.[0]?.textContent,
      ),
    written: () => builder.draft.part(key, "condition")?.data.condition,
  };
};

const press = (name: string) => act(() => dispatchKey(name));

test("one of many options is found by typing, and the selected ones stay", () => {
  const { host, search, boxes, written } = openStatus('["voided","duplicate"]');
  // Opening the row leads to the search.
  expect(document.activeElement).toBe(search());
  expect(boxes()).toHaveLength(12);
  act(() => typeText(search()!, "cross"));
  expect(boxes()).toEqual(["Voided", "Duplicate Fulfillment Request #", "Cross Docked"]);
  // Enter selects the match, and closes the row only if nothing is typed.
  press("Enter");
  expect(written()).toBe('["voided","duplicate","cross_docked"]');
  expect(search()?.value).toBe("");
  expect(boxes()).toHaveLength(12);
  act(() => typeText(search()!, "none of them"));
  press("Enter");
  expect(written()).toBe('["voided","duplicate","cross_docked"]');
  act(() => typeText(search()!, ""));
  press("Enter");
  expect(host.querySelector("[data-row-form]")).toBeNull();
});

test("“Select several” leads to the search of the options", () => {
  const { host, search } = openStatus("voided");
  const button = [...host.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Select several",
  )!;
  button.focus();
  act(() => button.click());
  expect(search()).not.toBeNull();
  expect(document.activeElement).toBe(search());
});

test.each([
  [9, false],
  [10, true],
])("%i options: with a search %s, for one and for several", (count, isSearched) => {
  const one = openStatus("voided", count);
  const label = (element: HTMLInputElement | HTMLSelectElement) => element.labels?.[0]?.textContent;
  const selects = [...one.host.querySelectorAll("select")].map(label);
  expect(selects.includes("Option")).toBe(!isSearched);
  const several = openStatus('["voided","processed"]', count);
  expect(several.boxes()).toHaveLength(count);
  expect(several.search() !== null).toBe(isSearched);
});
