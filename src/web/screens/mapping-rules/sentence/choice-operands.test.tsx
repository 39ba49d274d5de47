import { QueryClientProvider } from "@tanstack/react-query";
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { actionId } from "#rules/workflow-records.ts";
import { serializeParts } from "#rule-model/clipboard/clipboard.ts";
import { type Builder, createBuilder } from "#rule-model/draft/builder.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { testKeys, testRequest } from "#rule-model/test-builder.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { serveMappingSets } from "#web/testing/mapping-sets.ts";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { EditorContext, openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RuleEditor } from "#web/screens/mapping-rules/outline/rule-editor.tsx";
import { Provider } from "#web/provider.tsx";

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount: (() => void) | undefined;
beforeEach(() => queryClient.clear());
afterEach(() => {
  act(() => unmount?.());
  queryClient.clear();
  vi.unstubAllGlobals();
});

const { trim: lookup } = testKeys;
const lookIn = (builder: Builder, value: string) =>
  setPart(
    builder.draft,
    lookup,
    "action",
    { workflowDataTypeActionId: actionId("mapping_set"), value },
    { label: "edit" },
  );

interface OpenProps {
  workflow: Workflow;
  onOpen: (builder: Builder) => void;
}

const Open = ({ workflow, onOpen }: OpenProps) => {
  const [editor] = useState(() => {
    const builder = createBuilder(testRequest(), workflow);
    onOpen(builder);
    return openEditor(builder);
  });
  return (
    <EditorContext value={editor}>
      <RuleEditor />
    </EditorContext>
  );
};

const Opening = ({ onOpen }: Pick<OpenProps, "onOpen">) => {
  const state = useWorkflow();
  return state.status === "ready" && <Open workflow={state.workflow} onOpen={onOpen} />;
};

/** A rule in its editor, once the catalog and the mapping sets are loaded. */
const openRule = async (sets: number) => {
  vi.stubGlobal("fetch", serveMappingSets(sets).fetch);
  await queryClient.fetchQuery(workflowMetaData());
  await queryClient.fetchQuery(mappingSetNames());
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  unmount = () => root.unmount();
  const opened: Builder[] = [];
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Provider>
          <Opening onOpen={(builder) => opened.push(builder)} />
        </Provider>
      </QueryClientProvider>,
    ),
  );
  return { builder: opened[0]!, host };
};

const type = (field: HTMLInputElement, text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

test("a mapping set on the second page is known: in the sentence, the check and a copy", async () => {
  const { builder, host } = await openRule(160);
  act(() => void lookIn(builder, "150"));
  expect(host.querySelector(`[data-part-key="${lookup}"]`)?.textContent).toContain("“Set 150”");
  expect(builder.problems.get(lookup)).toBeUndefined();
  expect(JSON.parse(serializeParts(builder, [lookup]) ?? "")).toMatchObject({
    names: { mappingSets: { 150: "Set 150" } },
  });
  act(() => void lookIn(builder, "161"));
  expect(builder.problems.get(lookup)).toMatchObject([{ kind: "warning", field: "value" }]);
});

test("a mapping set on the second page is selected by its name", async () => {
  const { builder, host } = await openRule(160);
  act(() => void lookIn(builder, "3"));
  act(() => builder.view.edit(lookup));
  const field = host.querySelector<HTMLInputElement>('[placeholder="Select a mapping set"]')!;
  expect(field.value).toBe("Set 3");
  act(() => field.focus());
  type(field, "Set 150");
  act(() => {
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
    );
  });
  expect(builder.draft.part(lookup, "action")?.data.value).toBe("150");
  expect(field.value).toBe("Set 150");
});

test("a position is typed on a keyboard with a minus, since -1 is the last", async () => {
  const { builder, host } = await openRule(1);
  const workflowDataTypeActionId = actionId("substring");
  const draft = { workflowDataTypeActionId, value: "-1" };
  act(() => void setPart(builder.draft, lookup, "action", draft, { label: "edit" }));
  act(() => builder.view.edit(lookup));
  const field = host.querySelector<HTMLInputElement>("input[data-row-operand]")!;
  expect([field.value, field.inputMode]).toEqual(["-1", "text"]);
});
