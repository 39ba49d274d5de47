// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, typeText } from "#web/testing/app.tsx";
import { OrderSearch } from "./order-filters.tsx";

const field = () => document.querySelector<HTMLInputElement>("[type=search]")!;
const pressEnter = () => document.querySelector("form")!.requestSubmit();

test("numbers with spaces stay whole on a second Enter, and when another is typed", async () => {
  const app = openTestApp({ "/purchase-orders": OrderSearch }, "/purchase-orders");
  const address = () => decodeURIComponent(app.address().replaceAll("+", " "));
  await expect.poll(field).not.toBeNull();
  typeText(field(), '"PO 12" PO-3');
  pressEnter();
  await expect.poll(address).toBe("/purchase-orders?poNumbers=PO 12,PO-3");
  await expect.poll(() => field().value).toBe('"PO 12",PO-3');
  pressEnter();
  typeText(field(), `${field().value},PO-4`);
  pressEnter();
  await expect.poll(address).toBe("/purchase-orders?poNumbers=PO 12,PO-3,PO-4");
});

const listNumbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `PO-${from + place}`).join(",");

test.each<[what: string, more: string, typed: string, numbers: string, beyond: string]>([
  ["added to a full list", "", listNumbers(1, 55), listNumbers(1, 50), listNumbers(51, 55)],
  [
    "added to a list that is too long",
    listNumbers(51, 60),
    `${listNumbers(1, 50)},PO-70,PO-60`,
    listNumbers(1, 50),
    `PO-70,PO-60,${listNumbers(51, 59)}`,
  ],
  [
    "corrected in a list that is too long",
    listNumbers(51, 60),
    `PO-99,${listNumbers(2, 50)}`,
    `PO-99,${listNumbers(2, 50)}`,
    listNumbers(51, 60),
  ],
  ["of another list", listNumbers(51, 60), "PO-90", "PO-90", ""],
])("no number is lost: %s", async (_, more, typed, numbers, beyond) => {
  const address = more
    ? `poNumbers=${listNumbers(1, 50)}&more=${more}`
    : `poNumbers=${listNumbers(1, 50)}`;
  const app = openTestApp({ "/purchase-orders": OrderSearch }, `/purchase-orders?${address}`);
  await expect.poll(field).not.toBeNull();
  typeText(field(), typed);
  pressEnter();
  const then = new URLSearchParams({ poNumbers: numbers, ...(beyond && { more: beyond }) });
  await expect
    .poll(() => new URLSearchParams(app.address().split("?")[1]).toString())
    .toBe(then.toString());
});
