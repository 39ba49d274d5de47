// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { EmptyFields, useEmptyFieldsChoice } from "#web/kit/key-values.tsx";
import { openTestApp } from "#web/testing/app.tsx";
import { OrderSummary } from "./order-summary.tsx";

test.each([
  [90, "/returns?orderId=90"],
  [null, undefined],
])(
  "a purchase order of the customer's order %s leads to its returns: %s",
  async (orderId, address) => {
    const order = readAnswer(PurchaseOrder, { id: 7, orderId, totalCost: 12.5 }).value;
    const Summary = () => (
      <EmptyFields choice={useEmptyFieldsChoice()}>
        <OrderSummary order={order} sourceName={String} channelName={String} />
      </EmptyFields>
    );
    openTestApp({ "/": Summary });
    await expect.poll(() => document.body.textContent).toContain("12.50");
    expect(document.querySelector("a")?.getAttribute("href") ?? undefined).toBe(address);
  },
);
