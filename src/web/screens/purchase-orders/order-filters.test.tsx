// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { orderFilters } from "./order-filters.tsx";

test("the two days that limit when an order was sent are next to each other", async () => {
  const { fields } = orderFilters({ enabled: false });
  openTestApp({ "/purchase-orders": () => <main>{fields}</main> }, "/purchase-orders");
  await pressButton("More filters");
  const names = () =>
    [
      ...document.querySelectorAll<HTMLInputElement>("[role=dialog] input:not([type=checkbox])"),
    ].map((field) => field.labels?.[0]?.textContent ?? field.getAttribute("aria-label"));
  await expect
    .poll(names)
    .toEqual(["Sent since", "Sent before", "Generated since", "Updated since"]);
});
