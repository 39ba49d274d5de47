// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { RecordFields } from "./record-fields.tsx";
import { openTestApp } from "#web/testing/app.tsx";

test("each field is shown in the format of its name and its value", async () => {
  const record = {
    shipped: false,
    totalCost: 1234.5,
    extraCost: "a text",
    quantity: 1200,
    id: 1200,
    shopUrl: "https://shop.example/a",
    note: "Call first",
  };
  openTestApp({ "/": () => <RecordFields record={record} names={[]} /> });
  const read = () =>
    [...document.querySelectorAll("dt")].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
  await expect.poll(read).toEqual([
    ["Shipped", "No"],
    ["Total cost", "1,234.50"],
    ["Extra cost", "a text"],
    ["Quantity", "1,200"],
    ["ID", "1200"],
    ["Shop URL", "https://shop.example/a (opens in a new tab)"],
    ["Note", "Call first"],
  ]);
});
