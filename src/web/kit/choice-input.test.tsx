// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { ListedInput } from "./listed-input.tsx";
import { SearchableSelect } from "./searchable-select.tsx";
import { openTestApp, typeText } from "#web/testing/app.tsx";
import { createValueStore, useValue } from "#web/base/value-store.ts";

interface Shown {
  value: string;
  names: readonly string[];
}

interface FieldProps extends Shown {
  onChoose: (value: string) => void;
}

/** The two fields in which one of many choices is found by typing. */
const fields: Record<string, (props: FieldProps) => ReactNode> = {
  SearchableSelect: ({ names, ...rest }) => (
    <SearchableSelect
      label="Source"
      choices={names.map((label, at) => ({ value: String(at + 1), label }))}
      {...rest}
    />
  ),
  ListedInput: ({ names, value, onChoose }) => (
    <ListedInput
      label="Source"
      noun="Source"
      listing={{
        data: { value: names.map((name, at) => ({ id: at + 1, name })) },
        isPending: false,
        isError: false,
      }}
      value={value}
      onValue={onChoose}
    />
  ),
};

/** Shows a field, and waits for the code of its list. */
const openField = async (which: string, first: Shown) => {
  const Field = fields[which]!;
  const shown = createValueStore(first);
  const choose = vi.fn<(value: string) => void>();
  const Screen = () => <Field {...useValue(shown)} onChoose={choose} />;
  openTestApp({ "/": Screen });
  const find = () => document.querySelector("input");
  await expect.poll(find).not.toBeNull();
  // A click requests the code at once.
  if (find()!.readOnly) find()!.click();
  await expect.poll(() => find()?.readOnly).toBe(false);
  return { field: find()!, choose, show: shown.set };
};

const names = ["Papierhaus", "Bayline Marketplace"];

test.each(Object.keys(fields))("%s says that its list is open", async (which) => {
  const { field } = await openField(which, { value: "1", names });
  expect(field.getAttribute("aria-expanded")).toBe("false");
  field.focus();
  field.click();
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
  const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
  expect(list?.role).toBe("listbox");
});

test.each(Object.keys(fields))(
  "typing after a click replaces the choice of a %s",
  async (which) => {
    const { field } = await openField(which, { value: "1", names });
    field.focus();
    // Where the pointer was pressed.
    field.setSelectionRange(3, 3);
    field.click();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, "Papierhaus".length]);
  },
);

test.each(Object.keys(fields))("a %s whose value is cleared is empty", async (which) => {
  const { field, show } = await openField(which, { value: "1", names });
  await expect.poll(() => field.value).toBe("Papierhaus");
  show({ value: "", names });
  await expect.poll(() => field.value).toBe("");
});

test.each(Object.keys(fields))(
  "Enter in a %s selects the match among choices that came after the text",
  async (which) => {
    const { field, choose, show } = await openField(which, { value: "", names: [] });
    field.focus();
    typeText(field, "bay");
    await expect.poll(() => document.body.textContent).toContain("No matches");
    show({ value: "", names });
    await expect.poll(() => document.querySelector("[data-combobox-option]")).not.toBeNull();
    expect(field.value).toBe("bay");
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
    );
    expect(choose.mock.calls).toEqual([["2"]]);
  },
);

test.each([
  ["keeps its choices", { value: [{ id: 1, name: "Papierhaus" }] }, "Papierhaus"],
  ["takes an ID where nothing was ever read", undefined, "1"],
])("if reading the list fails, a listed field %s", async (_what, data, shown) => {
  const listing = { data, isPending: false, isError: true };
  const Field = () => (
    <ListedInput label="Source" noun="Source" listing={listing} value="1" onValue={() => {}} />
  );
  openTestApp({ "/": Field });
  await expect.poll(() => document.querySelector("input")?.value).toBe(shown);
});
