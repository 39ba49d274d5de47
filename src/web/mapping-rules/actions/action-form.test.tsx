import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { EditorContext, openEditor, usePart } from "#web/mapping-rules/editor/builder-context.ts";
import { Provider } from "#web/provider.tsx";
import type { OtherFieldScope } from "#contract/handles.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { testBuilder, testKeys } from "#rule-model/test-builder.ts";
import { ActionForm } from "./action-form.tsx";

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount = () => {};
afterEach(() => act(() => unmount()));

const Form = () => {
  const part = usePart(testKeys.set, "action");
  return part && <ActionForm part={part} picked={false} problems={[]} />;
};

const open = (usesOtherFieldScope: OtherFieldScope | null) => {
  const builder = testBuilder();
  setPart(builder.draft, testKeys.set, "action", { usesOtherFieldScope }, { label: "edit" });
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() =>
    root.render(
      <Provider>
        <EditorContext value={openEditor(builder)}>
          <Form />
        </EditorContext>
      </Provider>,
    ),
  );
  const radios = () => [...host.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  return {
    checked: () =>
      radios().flatMap(({ checked, labels }) => (checked ? labels?.[0]?.textContent : [])),
    choose: (value: string) =>
      act(() =>
        radios()
          .find((radio) => radio.value === value)
          ?.click(),
      ),
    scope: () => builder.draft.part(testKeys.set, "action")?.data.usesOtherFieldScope,
  };
};

test.each<[OtherFieldScope | null, string]>([
  // As the engine: apply-action.ts
  [null, "Each record uses its own"],
  ["correlated", "Each record uses its own"],
  ["all", "All records"],
  ["filtered", "Only records that met the conditions"],
])("the scope %s is shown", (scope, label) => {
  expect(open(scope).checked()).toEqual([label]);
});

test("a rule without a scope can get any other", () => {
  const form = open(null);
  form.choose("all");
  expect([form.scope(), form.checked()]).toEqual(["all", ["All records"]]);
});
