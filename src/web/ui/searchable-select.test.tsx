// @vitest-environment happy-dom
import { Checkbox, TextInput } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { SearchableSelect } from "./searchable-select.tsx";

test("hints and errors have one size, whatever the size of their field", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  const texts = { label: "Name", description: "What staff call it", error: "Enter a name" };
  root.render(
    <Provider>
      <TextInput {...texts} />
      <TextInput {...texts} size="md" />
      <Checkbox {...texts} />
    </Provider>,
  );
  const sizesOf = (text: string, variable: string) =>
    [...document.querySelectorAll<HTMLElement>("p")]
      .filter(({ textContent }) => textContent === text)
      .map(({ style }) => style.getPropertyValue(variable));
  const small = "var(--mantine-font-size-sm)";
  await expect
    .poll(() => sizesOf(texts.description, "--input-description-size"))
    .toEqual([small, small, small]);
  expect(sizesOf(texts.error, "--input-error-size")).toEqual([small, small, small]);
});

test("Enter opens the choices of a field that still loads them, and doesn't send the form around it", async () => {
  // The code of the choices arrives at its own time.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  root.render(
    <Provider>
      <form>
        <SearchableSelect
          label="Data type"
          description="The type of value"
          error="Select a data type"
          choices={[{ value: "1", label: "Text" }]}
          value="1"
          onChoose={vi.fn<(value: string) => void>()}
        />
      </form>
    </Provider>,
  );
  const field = () => document.querySelector("input")!;
  const describe = () =>
    (field()?.getAttribute("aria-describedby") ?? "")
      .split(/ +/)
      .map((id) => document.getElementById(id)?.textContent);
  const state = () => ({
    label: field()?.labels?.[0]?.textContent,
    text: field()?.value,
    isInvalid: field()?.getAttribute("aria-invalid"),
    described: describe(),
  });
  const expected = {
    label: "Data type",
    text: "Text",
    isInvalid: "true",
    described: ["Select a data type", "The type of value"],
  };
  await expect.poll(state).toEqual(expected);
  expect(field().readOnly).toBe(true);
  const press = (key: string, ctrlKey = false) => {
    const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true });
    field().dispatchEvent(event);
    return event.defaultPrevented;
  };
  // Shortcuts of the page and of the browser stay theirs.
  expect([press("k", true), press("r", true), press("Escape"), press("Tab")]).not.toContain(true);
  field().focus();
  expect(press("Enter")).toBe(true);
  await expect.poll(() => field().readOnly).toBe(false);
  await expect.poll(() => document.activeElement).toBe(field());
  expect(state()).toEqual(expected);
});
