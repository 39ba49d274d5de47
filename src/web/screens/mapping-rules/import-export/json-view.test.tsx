import { act } from "react";
import { expect, test } from "vitest";
import type { Builder } from "#rule-model/draft/builder.ts";
import { openEditor, type OpenEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { showInEditor } from "#web/testing/rule-editor.tsx";
import { headKey } from "#rule-model/draft/part.ts";
import { testBuilder } from "#rule-model/test-builder.ts";
import { JsonView } from "./json-view.tsx";

// @vitest-environment happy-dom

const open = (editor: OpenEditor) => {
  const { host, close } = showInEditor(editor, <JsonView />);
  const field = host.querySelector("textarea")!;
  const button = (name: string) =>
    [...host.querySelectorAll("button")].find((one) => one.textContent === name)!;
  return {
    field,
    close,
    type: (text: string) =>
      act(() => {
        const { prototype } = HTMLTextAreaElement;
        Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    button,
    press: (name: string) => act(() => button(name).click()),
  };
};

const named = (builder: Builder, name: string) =>
  JSON.stringify({ ...builder.trees.mappingRule(), name }, null, 2);

test("the last keystrokes are applied, however soon, and the field shows the resulting rule", () => {
  const builder = testBuilder();
  const { field, type, press, button } = open(openEditor(builder));
  type(named(builder, "one"));
  type(JSON.stringify({ ...builder.trees.mappingRule(), name: "two" }));
  press("Apply to rule");
  // A button that is disabled loses the focus.
  expect(button("Apply to rule").disabled).toBe(false);
  expect(builder.draft.part(headKey, "head")?.data.name).toBe("two");
  expect(field.value).toBe(JSON.stringify(builder.trees.mappingRule(), null, 2));
});

test("going back shows the rule's own text again", () => {
  const builder = testBuilder();
  const { field, type, press, button } = open(openEditor(builder));
  const own = field.value;
  type("{");
  type("{ }");
  press("Discard JSON edits");
  expect(button("Discard JSON edits").disabled).toBe(false);
  expect(field.value).toBe(own);
});

test("unfinished text is there when the view is opened again", () => {
  const editor = openEditor(testBuilder());
  const { type, close } = open(editor);
  type("{");
  type("{ half");
  close();
  expect(open(editor).field.value).toBe("{ half");
});
