// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { SortFields } from "./sort-button.tsx";
import { openTestApp } from "#web/testing/app.tsx";

const value = String;
const columns = [
  { id: "name", header: "Name", value },
  { id: "stock", header: "Stock", value },
  { id: "cost", header: "Cost", value },
  // Of buttons only, so it can't be sorted.
  { id: "action", header: "Action" },
];
const visible = { visibility: { name: true, stock: true, action: true } };

const select = () => document.querySelector("select")!;
const descending = () => document.querySelector<HTMLInputElement>("[type=checkbox]");

const show = async (address: string, isPart = false) => {
  const Fields = () => <SortFields columns={columns} visible={visible} isPart={isPart} />;
  const app = openTestApp({ "/": Fields }, address);
  await expect.poll(select).not.toBeNull();
  return app;
};

test.each([
  ["/", "Default order", undefined, ["Default order", "Name", "Stock"]],
  ["/?sort=name", "Name", false, ["Default order", "Name", "Stock"]],
  ["/?sort=-stock", "Stock", true, ["Default order", "Name", "Stock"]],
  ["/?sort=-cost", "Cost", true, ["Default order", "Name", "Stock", "Cost"]],
  ["/?sort=unheard", "Default order", undefined, ["Default order", "Name", "Stock"]],
])("at %s, the list is sorted by %s", async (address, by, isDescending, choices) => {
  await show(address);
  const options = [...select().options].map(({ text }) => text);
  expect(options).toEqual(choices);
  expect(options[select().selectedIndex]).toBe(by);
  expect(descending()?.checked).toBe(isDescending);
});

test.each([
  ["/", true, false],
  ["/?sort=name", false, false],
  ["/?sort=name", true, true],
])("at %s, of a part of the list: %s, only this page is sorted: %s", async (...given) => {
  const [address, isPart, isSaid] = given;
  await show(address, isPart);
  expect(document.body.textContent.includes("Sorts this page only")).toBe(isSaid);
});

test("the column and the direction are written to the address", async () => {
  const app = await show("/?q=lamp");
  const sort = () => [app.address(), descending()?.checked];
  select().value = "stock";
  select().dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(sort).toEqual(["/?q=lamp&sort=stock", false]);
  descending()?.click();
  await expect.poll(sort).toEqual(["/?q=lamp&sort=-stock", true]);
  descending()?.click();
  await expect.poll(sort).toEqual(["/?q=lamp&sort=stock", false]);
});
