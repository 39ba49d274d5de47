import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { ComparatorHandle } from "#contract/handles.ts";
import { fieldRecord } from "#rules/test-catalogue.ts";
import { comparatorId } from "#rules/workflow-records.ts";
import { createBuilder } from "#rule-model/draft/builder.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { testFieldIds, testKeys, testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { createWorkflow } from "#rule-model/workflow/workflow.ts";
import { EditorContext, openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RuleEditor } from "#web/screens/mapping-rules/outline/rule-editor.tsx";
import { Provider } from "#web/provider.tsx";

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount: (() => void) | undefined;
afterEach(() => act(() => unmount?.()));

const fieldIds = { ...testFieldIds, category: 2_090 };
const workflow = createWorkflow({
  ...testMetaData,
  globalObjectFields: [
    ...testMetaData.globalObjectFields,
    fieldRecord(fieldIds.category, 2, "category", "category_in_list"),
  ],
});
const { contains: key } = testKeys;
const step = { label: "edit" };

/** The open row of a condition. */
const openCondition = (
  handle: ComparatorHandle,
  field: keyof typeof fieldIds,
  condition: string,
  conditionArrayMustMatchAll = false,
) => {
  const builder = createBuilder(testRequest(), workflow);
  const change = {
    globalObjectFieldId: fieldIds[field],
    workflowDataTypeComparatorId: comparatorId(handle),
    condition,
    conditionArrayMustMatchAll,
  };
  setPart(builder.draft, key, "condition", change, step);
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Provider>
          <EditorContext value={openEditor(builder)}>
            <RuleEditor />
          </EditorContext>
        </Provider>
      </QueryClientProvider>,
    ),
  );
  act(() => builder.view.edit(key));
  const required = () =>
    [...host.querySelectorAll("select")].find(
      ({ labels }) => labels[0]?.textContent === "Values required",
    );
  return { builder, host, required };
};

test.each<[ComparatorHandle, keyof typeof fieldIds, string, boolean]>([
  ["category_in_list", "category", "", true],
  ["category_in_list", "category", "A, B", true],
  ["tag_contains", "tags", '["a","b"]', true],
  ["tag_contains", "tags", "a", false],
  ["string_in_list", "title", "a, b", false],
  ["string_option_equal_to", "unit", '["lb","kg"]', false],
  ["string_contains", "title", '["a","b"]', false],
])("%s of %s and %j: all values can be required: %s", (handle, field, text, offered) => {
  expect(openCondition(handle, field, text).required() !== undefined).toBe(offered);
});

test("the choice follows what is typed", () => {
  const { builder, required } = openCondition("tag_contains", "tags", "a");
  const write = (condition: string) =>
    act(() => void setPart(builder.draft, key, "condition", { condition }, step));
  write('["a","b"]');
  expect(required()?.value).toBe("one");
  write("b");
  expect(required()).toBeUndefined();
});

test("a saved requirement that can't be met is shown with its problem, and can be removed", () => {
  const { builder, host, required } = openCondition("string_in_list", "title", "a, b", true);
  const select = required()!;
  expect(select.value).toBe("every");
  expect(select.getAttribute("aria-invalid")).toBe("true");
  const problem = host.querySelector(`#${select.getAttribute("aria-describedby")}`);
  expect(problem?.textContent).toContain("One value can't be all of these");
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, "one");
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(builder.draft.part(key, "condition")?.data.conditionArrayMustMatchAll).toBe(false);
  expect(builder.problems.get(key)).toBeUndefined();
  expect(required()).toBeUndefined();
});
