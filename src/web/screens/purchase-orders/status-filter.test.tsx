// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { StatusFilter } from "./order-filters.tsx";

const find = <T extends Element>(selector: string) =>
  document.querySelector<T>(`[role=dialog] ${selector}`);
const search = () => find<HTMLInputElement>("[type=search]");
const boxes = () => [
  ...document.querySelectorAll<HTMLInputElement>("[role=dialog] [type=checkbox]"),
];
const nameOf = ({ labels }: HTMLInputElement) => labels?.[0]?.textContent;
const listed = () => boxes().map(nameOf);
const box = (name: string) => boxes().find((one) => nameOf(one) === name);
/** Whether the page may do nothing more with the key. */
const press = (key: string) =>
  !document.activeElement!.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );

test("the twelve statuses of an order are found by typing, and the selected ones stay", async () => {
  const app = openTestApp(
    { "/purchase-orders": () => <StatusFilter counts={false} /> },
    "/purchase-orders?filterStatus=voided",
  );
  await pressButton("Voided");
  await expect.poll(search).not.toBeNull();
  await expect.poll(() => document.activeElement).toBe(search());
  expect(search()?.getAttribute("aria-label")).toBe("Search status");
  expect(listed()).toHaveLength(12);
  typeText(search()!, " Process");
  await expect
    .poll(listed)
    .toEqual(["Unprocessed", "Processed", "Voided", "Processing", "Processing error"]);

  // The down arrow leads to the checkboxes, not to the rows of the list.
  expect(press("ArrowDown")).toBe(true);
  expect(document.activeElement).toBe(box("Unprocessed"));
  expect(press("ArrowUp")).toBe(true);
  expect(document.activeElement).toBe(search());

  // A checkbox that is cleared keeps its place, and the focus.
  box("Voided")!.focus();
  box("Voided")!.click();
  await expect.poll(app.address).toBe("/purchase-orders");
  await expect.poll(() => box("Voided")?.checked).toBe(false);
  expect(document.activeElement).toBe(box("Voided"));

  search()!.focus();
  typeText(search()!, "cross");
  await expect.poll(listed).toEqual(["Cross docked"]);
  expect(press("Enter")).toBe(true);
  await expect.poll(app.address).toBe("/purchase-orders?filterStatus=cross_docked");
  await expect.poll(() => search()?.value).toBe("");
  await expect.poll(() => listed().length).toBe(12);

  typeText(search()!, "none of them");
  await expect.poll(() => find("[role=status]")?.textContent).toBe("No matches");
  expect(listed()).toEqual(["Cross docked"]);
});
