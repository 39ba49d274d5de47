// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { OrderActions, OrderStatusChange, useStatusChange } from "./order-actions.tsx";

/** The responses that the next requests get, in their order. */
let answers: [status: number, body: object][] = [];
let methods: string[] = [];

beforeEach(() => {
  methods = [];
  vi.stubGlobal("fetch", async (_: string, { method = "GET" }: RequestInit) => {
    methods.push(method);
    const [status, body] = answers.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const openOrder = (id: number) => {
  const order = {
    id,
    purchaseOrderNumber: `PO-${id}`,
    purchaseOrderStatus: { handle: "processing", name: "Processing" },
  } as PurchaseOrder;
  const Order = () => {
    const control = useStatusChange(id);
    return (
      <>
        <OrderActions order={order} control={control} changeable />
        <OrderStatusChange order={order} control={control} />
      </>
    );
  };
  openTestApp({ "/": Order });
};

const text = () => document.body.textContent;
const buttons = () => [...document.querySelectorAll("button")];
const findConfirm = () =>
  [...document.querySelectorAll<HTMLElement>("[role=dialog] button")].find(
    ({ textContent }) => textContent === "Acknowledge",
  );

const acknowledge = async () => {
  await pressButton("Acknowledge");
  await expect.poll(findConfirm).toBeDefined();
  findConfirm()?.click();
  await expect.poll(() => methods[0]).toBe("PATCH");
};

const problem = (kind: string, detail: string) => ({
  type: `urn:supercargo:problem:${kind}`,
  detail,
  outcome: kind === "outcome-unknown" ? "unknown" : "refused",
});

test("no other change starts while the result of one is unknown", async () => {
  const unanswered = problem("outcome-unknown", "No answer.");
  answers = [
    [504, unanswered],
    [504, unanswered],
  ];
  openOrder(31);
  await acknowledge();
  await expect.poll(text).toContain("Order status unknown");
  const enabled = buttons().filter(({ disabled }) => !disabled);
  expect(enabled.map(({ textContent }) => textContent)).toEqual(["Check again"]);
  const actions = availableActions(actionSources.get()).map(({ label }) => label);
  expect(actions).toEqual([]);
  answers = [[200, { id: 31, purchaseOrderStatus: { handle: "processing" } }]];
  await pressButton("Check again");
  await expect.poll(text).toContain("You can try again.");
  expect(methods).toEqual(["PATCH", "GET", "GET"]);
  await expect.poll(() => buttons().every(({ disabled }) => !disabled)).toBe(true);
});

test.each([
  [41, 401, "signed-out", "Not sent"],
  [42, 401, "token-missing", "Not sent"],
  [43, 403, "role-too-low", "Not sent"],
  [44, 503, "queue-full", "Not sent"],
  [45, 401, "token-refused", "Refused by the service"],
  [46, 501, "upstream-refused", "Refused by the service"],
  [47, 400, "upstream-refused", "Refused by the service"],
])(
  "a change of order %i that ends with %i, %s, is shown as: %s",
  async (id, status, kind, title) => {
    answers = [[status, problem(kind, "For this reason.")]];
    openOrder(id);
    await acknowledge();
    await expect.poll(text).toContain(title);
    expect(text()).toContain("For this reason.");
    expect(methods).toEqual(["PATCH"]);
  },
);
