// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, typeText } from "#web/ui/test-app.tsx";
import { NumbersFilter } from "./numbers-filter.tsx";

const field = () => document.querySelector<HTMLInputElement>("[type=search]")!;
const pressEnter = () => document.querySelector("form")!.requestSubmit();

test("numbers with spaces stay whole on a second Enter, and when another is typed", async () => {
  const app = openTestApp({ "/purchase-orders": NumbersFilter }, "/purchase-orders");
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
