// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { SearchableSelect } from "./searchable-select.tsx";

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
  expect(press("Enter")).toBe(true);
  await expect.poll(() => field().readOnly).toBe(false);
  await expect.poll(() => document.activeElement).toBe(field());
  expect(state()).toEqual(expected);
});
