import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  EditorContext,
  openEditor,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { Provider } from "#web/provider.tsx";
import type { OtherFieldScope } from "#contract/handles.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { createBuilder } from "#rule-model/draft/builder.ts";
import { testBuilder, testKeys, testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { createWorkflow } from "#rule-model/workflow/workflow.ts";
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

/** A rule on an object that records have several of. */
const onSeveral = (name: string) =>
  createBuilder(
    testRequest(),
    createWorkflow({
      ...testMetaData,
      globalObjects: testMetaData.globalObjects.map((object) =>
        object.handle === "product" ? { ...object, name, collection: true } : object,
      ),
    }),
  );

const open = (usesOtherFieldScope: OtherFieldScope | null, builder = testBuilder()) => {
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
    labels: () =>
      [...host.querySelectorAll("input")].flatMap(({ type, labels }) =>
        type === "radio" || type === "checkbox" ? labels?.[0]?.textContent : [],
      ),
    scope: () => builder.draft.part(testKeys.set, "action")?.data.usesOtherFieldScope,
  };
};

test.each<[OtherFieldScope | null, string]>([
  // As the engine: change-column.ts
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

test.each([
  ["Variant", "variant", "variants"],
  ["Inventory entry", "inventory entry", "inventory entries"],
  ["Tax", "tax", "taxes"],
])("elements named %s are named in the right number", (name, one, several) => {
  expect(open(null, onSeveral(name)).labels()).toEqual([
    `Each ${one} uses its own`,
    `All ${several}`,
    `Only ${several} that met the conditions`,
    `Only the ${several} that met the conditions`,
  ]);
});
