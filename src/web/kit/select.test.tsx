// @vitest-environment happy-dom
import { Checkbox, TextInput } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { SearchableSelect } from "./select.tsx";

test("labels, hints and errors have one size, whatever the size of their field", async () => {
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
  const sizesOf = (text: string, variable: string, element = "p") =>
    [...document.querySelectorAll<HTMLElement>(element)]
      .filter(({ textContent }) => textContent === text)
      .map(({ style }) => style.getPropertyValue(variable));
  const small = "var(--mantine-font-size-sm)";
  await expect
    .poll(() => sizesOf(texts.description, "--input-description-size"))
    .toEqual([small, small, small]);
  expect(sizesOf(texts.error, "--input-error-size")).toEqual([small, small, small]);
  expect(sizesOf(texts.label, "--input-label-size", "label[id]")).toEqual([small, small]);
});

test("Enter opens the choices of a field that still loads them, and doesn't send the form around it", async () => {
  // The code of the choices arrives at its own time.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.resetModules();
  const { SearchableSelect: Fresh } = await import("./select.tsx");
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  root.render(
    <Provider>
      <form>
        <Fresh
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

const press = (field: HTMLInputElement, key: string) =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

test("what is typed before the code of the choices is there is searched for, and Enter selects the match", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.resetModules();
  const { SearchableSelect: Fresh } = await import("./select.tsx");
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  const choose = vi.fn<(value: string) => void>();
  const choices = [
    { value: "1", label: "Papierhaus" },
    { value: "2", label: "Bayline Marketplace" },
  ];
  const render = (known: typeof choices) =>
    root.render(
      <Provider>
        <Fresh label="Channel" choices={known} value="1" onChoose={choose} />
      </Provider>,
    );
  render(choices.slice(0, 1));
  const field = () => document.querySelector("input")!;
  await expect.poll(() => field()?.readOnly).toBe(true);
  field().focus();
  for (const key of [" ", "b", "a", "x", "Backspace", "y"]) press(field(), key);
  await expect.poll(() => field().readOnly).toBe(false);
  await expect.poll(() => field().value).toBe("bay");
  // The next key goes on with it.
  expect(field().selectionStart).toBe(3);
  await expect.poll(() => document.querySelector("[data-combobox-option]")).toBeNull();
  render(choices);
  await expect.poll(() => document.querySelectorAll("[data-combobox-option]").length).toBe(1);
  press(field(), "Enter");
  expect(choose.mock.calls).toEqual([["2"]]);
});

test("Enter selects the first match before the code of the choices is there", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.resetModules();
  const { SearchableSelect: Fresh } = await import("./select.tsx");
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  const choose = vi.fn<(value: string) => void>();
  const choices = ["Papierhaus", "Bayline"].map((label) => ({ value: label, label }));
  root.render(
    <Provider>
      <Fresh label="Channel" choices={choices} value="Papierhaus" onChoose={choose} />
    </Provider>,
  );
  const field = () => document.querySelector("input")!;
  await expect.poll(() => field()?.readOnly).toBe(true);
  field().focus();
  for (const key of ["b", "a", "y", "Enter"]) {
    press(field(), key);
    await Promise.resolve();
  }
  expect(choose.mock.calls).toEqual([["Bayline"]]);
});

test("before the code of the choices is there, Escape takes back what was typed, and leaving the field is reported", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.resetModules();
  const { SearchableSelect: Fresh } = await import("./select.tsx");
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  const leave = vi.fn<() => void>();
  root.render(
    <Provider>
      <Fresh
        label="Channel"
        choices={[{ value: "1", label: "Papierhaus" }]}
        value="1"
        onChoose={vi.fn<(value: string) => void>()}
        onBlur={leave}
      />
    </Provider>,
  );
  const field = () => document.querySelector("input")!;
  await expect.poll(() => field()?.readOnly).toBe(true);
  field().focus();
  for (const key of ["b", "Escape"]) press(field(), key);
  field().blur();
  expect(leave).toHaveBeenCalledTimes(1);
  await expect.poll(() => field().readOnly).toBe(false);
  expect(field().value).toBe("Papierhaus");
});

/** Shows a field, and returns what was chosen. */
const openForm = (Field: typeof SearchableSelect) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  const choose = vi.fn<(value: string) => void>();
  const choices = ["Text", "Number", "Number list"].map((label) => ({ value: label, label }));
  root.render(
    <Provider>
      <Field label="Data type" choices={choices} value="" onChoose={choose} />
    </Provider>,
  );
  const field = () => document.querySelector("input")!;
  return { choose, field };
};

test("Enter selects the match of a text that was typed before the code of the choices is there", async () => {
  vi.resetModules();
  const { SearchableSelect: Fresh } = await import("./select.tsx");
  const { choose, field } = openForm(Fresh);
  await expect.poll(() => field()?.readOnly).toBe(true);
  field().focus();
  for (const key of ["n", "u", "m"]) press(field(), key);
  await expect.poll(() => field().value).toBe("num");
  press(field(), "Enter");
  expect(choose.mock.calls).toEqual([["Number"]]);
});

test("Enter selects the marked option also after Mantine has forgotten it, and doesn't send a form for a text without a match", async () => {
  const { choose, field } = openForm(SearchableSelect);
  await expect.poll(field).not.toBeNull();
  // A click requests the code at once.
  if (field().readOnly) field().click();
  await expect.poll(() => field().readOnly).toBe(false);
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  };
  const options = () =>
    [...document.querySelectorAll("[data-combobox-option]")].map(({ textContent }) => textContent);
  field().focus();
  type("nothing like it");
  await expect.poll(() => document.body.textContent).toContain("No matches");
  // Not canceled: the browser would send the form.
  expect(press(field(), "Enter")).toBe(false);
  type("number");
  await expect.poll(options).toEqual(["Number", "Number list"]);
  // The timer that Mantine starts when the list opens finds no chosen option.
  await expect.poll(() => document.querySelector("[data-combobox-selected]")).toBeTruthy();
  expect(press(field(), "Enter")).toBe(false);
  expect(choose.mock.calls).toEqual([["Number"]]);
});
