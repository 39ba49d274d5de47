// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { OrderNotes } from "./order-notes.tsx";

const noOrders = { value: [], problems: [], total: 0 };
const Notes = () => <OrderNotes answer={noOrders} isWhole={false} />;
const text = () => document.querySelector("[role=status]")?.textContent;

test("only numbers that were searched are named as missing, and the others can be searched next", async () => {
  const app = openTestApp(
    { "/purchase-orders": Notes },
    "/purchase-orders?poNumbers=1,2,3,4,5,6,7,8&more=9,PO 10",
  );
  await expect.poll(text).toContain("No order has the 8 numbers 1, 2, 3, 4, 5, 6, 7, 8.");
  expect(text()).toContain("50 numbers at a time, and each spelling of a number counts.");
  expect(text()).toContain("2 pasted numbers not searched yet.");
  await pressButton("Show next 2");
  await expect.poll(app.address).toBe("/purchase-orders?poNumbers=9,PO+10");
  await expect.poll(text).toBe("No order has the 2 numbers 9, PO 10.");
});

test("numbers of an address beyond what one request accepts are neither searched nor missing", async () => {
  openTestApp({ "/purchase-orders": Notes }, "/purchase-orders?poNumbers=1,2,3,4,5,6,7,8,9");
  await expect.poll(text).toContain("1, 2, 3, 4, 5, 6, 7, 8.");
  expect(text()).toContain("1 pasted number not searched yet.");
});
