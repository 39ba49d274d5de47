// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Provider } from "#web/provider.tsx";
import { useValue } from "#web/base/value-store.ts";
import { EmptyFields, type KeyValue, KeyValues, useEmptyFieldsChoice } from "./key-values.tsx";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const Screen = ({ children }: { children: ReactNode }) => {
  const choice = useEmptyFieldsChoice();
  return (
    <>
      <button onClick={choice.toggle}>{useValue(choice.count)}</button>
      <EmptyFields choice={choice}>{children}</EmptyFields>
    </>
  );
};

let unmount: (() => void) | undefined;
afterEach(() => act(() => unmount?.()));

const host = document.createElement("div");
const start = () => {
  const root = createRoot(host);
  unmount = () => root.unmount();
  return (sheets: readonly (readonly KeyValue[])[], choice = true) =>
    act(() => {
      const all = sheets.map((items, at) => <KeyValues key={at} items={items} />);
      root.render(<Provider>{choice ? <Screen>{all}</Screen> : all}</Provider>);
    });
};

const labels = () => [...host.querySelectorAll("dt")].map(({ textContent }) => textContent);
const button = () => host.querySelector("button");

const name: KeyValue = { label: "Name", value: "Lamps" };
const note: KeyValue = { label: "Note", value: "–", empty: true };
const order: KeyValue = { label: "Order", value: "–", empty: true };

test("empty fields are hidden until a person asks for them", () => {
  start()([[name, note], [order]]);
  expect(labels()).toEqual(["Name"]);
  act(() => button()?.click());
  expect(labels()).toEqual(["Name", "Note", "Order"]);
  expect(button()?.textContent).toBe("2");
  act(() => button()?.click());
  expect(labels()).toEqual(["Name"]);
});

test("they are counted, also after the record changed", () => {
  const show = start();
  show([[name]]);
  expect(button()?.textContent).toBe("0");
  show([[name, note]]);
  expect(button()?.textContent).toBe("1");
  show([[name, { ...note, empty: false }]]);
  expect(button()?.textContent).toBe("0");
  expect(labels()).toEqual(["Name", "Note"]);
});

test("outside, every field is shown", () => {
  start()([[name, note]], false);
  expect(labels()).toEqual(["Name", "Note"]);
});
