// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { RecordNav } from "./record-screen.tsx";

const place = { place: 2, count: 3, previous: 1, next: 3 };
const Product = () => <RecordNav kind="products" place={place} />;

test.each([
  ["/products/2", "/products/3"],
  ["/products/2?channel=4", "/products/3?channel=4"],
  ["/products/2?channel=4&view=rules&after=9", "/products/3?channel=4&view=rules"],
])("the next record of %s has its channel and its tab", async (from, to) => {
  const { address } = openTestApp({ "/products/$id": Product }, from);
  const find = () => document.querySelector<HTMLElement>("[aria-label='Next']");
  await expect.poll(find).not.toBeNull();
  find()?.click();
  await expect.poll(address).toBe(to);
});
