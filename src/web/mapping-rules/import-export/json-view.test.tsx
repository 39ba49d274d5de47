import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Builder } from "#rule-model/draft/builder.ts";
import {
  EditorContext,
  openEditor,
  type OpenEditor,
} from "#web/mapping-rules/editor/builder-context.ts";
import { headKey } from "#rule-model/draft/part.ts";
import { testBuilder } from "#rule-model/test-builder.ts";
import { Provider } from "#web/provider.tsx";
import { JsonView } from "./json-view.tsx";

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount = () => {};
afterEach(() => act(() => unmount()));

const open = (editor: OpenEditor) => {
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() =>
    root.render(
      <Provider>
        <EditorContext value={editor}>
          <JsonView />
        </EditorContext>
      </Provider>,
    ),
  );
  const field = host.querySelector("textarea")!;
  return {
    field,
    type: (text: string) =>
      act(() => {
        const { prototype } = HTMLTextAreaElement;
        Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    press: (name: string) =>
      act(() =>
        [...host.querySelectorAll("button")].find((one) => one.textContent === name)!.click(),
      ),
  };
};

const named = (builder: Builder, name: string) =>
  JSON.stringify({ ...builder.trees.mappingRule(), name }, null, 2);

test("the last keystrokes are applied, however soon, and the field shows the resulting rule", () => {
  const builder = testBuilder();
  const { field, type, press } = open(openEditor(builder));
  type(named(builder, "one"));
  type(JSON.stringify({ ...builder.trees.mappingRule(), name: "two" }));
  press("Apply to rule");
  expect(builder.draft.part(headKey, "head")?.data.name).toBe("two");
  expect(field.value).toBe(JSON.stringify(builder.trees.mappingRule(), null, 2));
});

test("going back shows the rule's own text again", () => {
  const builder = testBuilder();
  const { field, type, press } = open(openEditor(builder));
  const own = field.value;
  type("{");
  type("{ }");
  press("Discard JSON edits");
  expect(field.value).toBe(own);
});

test("unfinished text is there when the view is opened again", () => {
  const editor = openEditor(testBuilder());
  const { type } = open(editor);
  type("{");
  type("{ half");
  act(() => unmount());
  expect(open(editor).field.value).toBe("{ half");
});
