import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import { testBuilder, testFieldIds } from "#rule-model/test-builder.ts";
import { EditorContext, openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { Provider } from "#web/provider.tsx";
import { AbsentFields } from "./absent-fields.tsx";
import { readPastedRecords } from "./read-pasted-records.ts";

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount = () => {};
afterEach(() => act(() => unmount()));

/** The test of a rule on one product, which has no cost. */
const open = () => {
  const editor = openEditor(testBuilder());
  const { builder, preview: session } = editor;
  const { catalogue } = builder.workflow;
  const context = { catalogue, now: 0, mappingSets: new Map() };
  const rule = builder.trees.mappingRule();
  const samples = readPastedRecords(JSON.stringify({ sku: "A", price: 8 }), "product").samples!;
  const table = createTable(
    samples.map(({ record }) => record),
    context,
  );
  const run = runColumns(rule, table);
  const absent = [catalogue.fields.get(testFieldIds.cost)!];
  const none = { unreadSets: [], selected: undefined, traced: undefined };
  session.preview.set({ rule, context, samples, run, absent, ...none });
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() =>
    root.render(
      <Provider>
        <EditorContext value={editor}>
          <AbsentFields />
        </EditorContext>
      </Provider>,
    ),
  );
  const field = () => host.querySelector("input")!;
  const type = (text: string) =>
    act(() => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
      set?.call(field(), text);
      field().dispatchEvent(new Event("input", { bubbles: true }));
    });
  return {
    type,
    use: (text: string) => {
      type(text);
      act(() => host.querySelector("form")?.requestSubmit());
    },
    assumed: () => session.choice.get().assumed.get(testFieldIds.cost),
    summary: () => host.querySelector("summary")?.textContent,
    /** The error that describes the field. */
    error: () =>
      (field().getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(""),
  };
};

test("a test value that can't be used is refused with the reason, and another is used", () => {
  const { type, use, assumed, summary, error } = open();
  expect([summary(), error()]).toEqual(["No value for Cost in these products", ""]);
  use("12,50");
  expect([assumed(), summary()]).toEqual([undefined, "No value for Cost in these products"]);
  expect(error()).not.toBe("");
  type("12.5");
  expect(error()).toBe("");
  use("12.50");
  expect([assumed(), summary(), error()]).toEqual(["12.50", "Using your test values for Cost", ""]);
});

test("a test value that gives these records no value is shown as such", () => {
  const { use, assumed, summary, error } = open();
  use("{product.price} / 0");
  expect([assumed(), summary(), error()]).toEqual([
    "{product.price} / 0",
    "No value for Cost in these products",
    "A field in the formula has no number, or the formula divides by zero",
  ]);
});
