// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Provider } from "#web/provider.tsx";
import { EmptyFields, type KeyValue, KeyValues } from "./key-values.tsx";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount: (() => void) | undefined;
afterEach(() => act(() => unmount?.()));

const host = document.createElement("div");
const start = () => {
  const root = createRoot(host);
  unmount = () => root.unmount();
  return (sheets: readonly (readonly KeyValue[])[], choice = true) =>
    act(() => {
      const all = sheets.map((items, at) => <KeyValues key={at} items={items} />);
      root.render(<Provider>{choice ? <EmptyFields>{all}</EmptyFields> : all}</Provider>);
    });
};

const labels = () => [...host.querySelectorAll("dt")].map(({ textContent }) => textContent);
const button = () => host.querySelector("button");

const name: KeyValue = { label: "Name", value: "Lamps" };
const note: KeyValue = { label: "Note", value: "–", empty: true };
const order: KeyValue = { label: "Order", value: "–", empty: true };

test("empty fields are hidden until the button shows them", () => {
  start()([[name, note], [order]]);
  expect(labels()).toEqual(["Name"]);
  act(() => button()?.click());
  expect(labels()).toEqual(["Name", "Note", "Order"]);
  expect(button()?.getAttribute("aria-pressed")).toBe("true");
  act(() => button()?.click());
  expect(labels()).toEqual(["Name"]);
});

test("there is no button without empty fields, also after the record changed", () => {
  const show = start();
  show([[name]]);
  expect(button()).toBeNull();
  show([[name, note]]);
  expect(button()).not.toBeNull();
  show([[name, { ...note, empty: false }]]);
  expect(button()).toBeNull();
  expect(labels()).toEqual(["Name", "Note"]);
});

test("outside, every field is shown", () => {
  start()([[name, note]], false);
  expect(labels()).toEqual(["Name", "Note"]);
  expect(button()).toBeNull();
});
