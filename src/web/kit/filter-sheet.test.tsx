// @vitest-environment happy-dom
import { Overlay } from "@mantine/core";
import { createBrowserHistory } from "@tanstack/react-router";
import { expect, onTestFinished, test } from "vitest";
import { FilterSheet } from "./filter-sheet.tsx";
import { SearchFilter } from "./filters.tsx";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";

const List = () => (
  <FilterSheet count={0} total={3} onClear={() => undefined}>
    <SearchFilter name="orderId" label="Order ID" placeholder="Order ID" />
  </FilterSheet>
);

const sheet = () => document.querySelector("[role=dialog]");

/** Opens the sheet of a list's filters in a browser that has a Back, and types into a filter. */
const typeInSheet = async () => {
  history.replaceState(null, "", "/start");
  const browser = createBrowserHistory();
  onTestFinished(() => browser.destroy());
  const screens = { "/start": () => <h1>Start</h1>, "/returns": List };
  const app = openTestApp(screens, "/start", browser);
  await expect.poll(() => document.querySelector("h1")).not.toBeNull();
  app.open("/returns");
  await pressButton("Filters");
  // The sheet takes the focus when it has opened.
  await expect.poll(() => sheet()?.contains(document.activeElement)).toBe(true);
  const field = sheet()!.querySelector("input")!;
  field.focus();
  typeText(field, "1234");
  return app;
};

const click = (selector: string) => document.querySelector<HTMLElement>(selector)!.click();

// The test's clicks don't move the focus, like those of some browsers on a phone.
test.each<[by: string, close: () => void]>([
  ["the browser's Back", () => history.back()],
  [
    "Escape",
    () =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
      ),
  ],
  ["its close button", () => click("[role=dialog] [aria-label=Close]")],
  ["a click beside it", () => click(`.${Overlay.classes["root"]}`)],
  ["“Show 3 results”", () => void pressButton("Show 3 results")],
])("a filter that is typed when its sheet is closed by %s is applied", async (_, close) => {
  const app = await typeInSheet();
  expect(app.address()).toBe("/returns");
  close();
  await expect.poll(sheet).toBeNull();
  await expect.poll(app.address).toBe("/returns?orderId=1234");
  // The browser's history is that of the list: Back takes the filter away, then leaves.
  await expect.poll(() => location.search).toBe("?orderId=1234");
  history.back();
  await expect.poll(app.address).toBe("/returns");
  history.back();
  await expect.poll(app.address).toBe("/start");
});
