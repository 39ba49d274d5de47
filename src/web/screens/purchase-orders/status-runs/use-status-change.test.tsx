// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQuery } from "@tanstack/react-query";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { useStatusChange } from "./use-status-change.ts";

/** The responses that the next requests wait for, in their order, as functions that send them. */
const requests: { method: string; respond: (body: unknown, status?: number) => void }[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal(
    "fetch",
    (_: string, { method = "GET" }: RequestInit) =>
      new Promise<Response>((resolve) => {
        const respond = (body: unknown, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status }));
        requests.push({ method, respond });
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const OrderOf = ({ id }: { id: number }) => {
  const { state, ask, send, readAgain } = useStatusChange(id);
  return (
    <>
      <h1>{state.kind === "ended" ? `ended: ${state.result.kind}` : state.kind}</h1>
      <button onClick={() => ask("acknowledge")}>Acknowledge</button>
      <button onClick={() => void send()}>Confirm</button>
      <button onClick={() => void readAgain()}>Check again</button>
    </>
  );
};

const heading = () => document.querySelector("h1")?.textContent;

/** Opens an order, and confirms a change. */
const startChange = async (id: number) => {
  const screen = openTestApp(
    {
      [`/purchase-orders/${id}`]: () => <OrderOf id={id} />,
      "/purchase-orders": () => <h1>Purchase orders</h1>,
    },
    `/purchase-orders/${id}`,
  );
  await pressButton("Acknowledge");
  await expect.poll(heading).toBe("asking");
  await pressButton("Confirm", 3);
  await expect.poll(heading).toBe("sending");
  expect(requests.map(({ method }) => method)).toEqual(["PATCH"]);
  return screen;
};

const leave = async (screen: Awaited<ReturnType<typeof startChange>>) => {
  screen.open("/purchase-orders");
  await expect.poll(heading).toBe("Purchase orders");
};

const acknowledged = (id: number) => ({
  id,
  purchaseOrderNumber: `PO-${id}`,
  purchaseOrderStatus: { handle: "acknowledged" },
});
const refusal = { detail: "This order is Canceled.", outcome: "refused" };

test.each([
  [1, acknowledged(1), 200, "PO-1 acknowledged", "still"],
  [2, refusal, 400, "Order 2: Refused: This order is Canceled.", "ended: refused"],
])(
  "a change of order %i that ends after its screen was left is announced, and a failure is shown again",
  async (id, body, status, words, shown) => {
    const screen = await startChange(id);
    await leave(screen);
    requests[0]?.respond(body, status);
    await expect.poll(() => document.body.textContent).toContain(words);
    await pressButton("Open");
    await expect.poll(screen.address).toBe(`/purchase-orders/${id}`);
    await expect.poll(heading).toBe(shown);
  },
);

test("a screen that is opened again goes on with the change, and sends none beside it", async () => {
  const screen = await startChange(3);
  await leave(screen);
  screen.open("/purchase-orders/3");
  await expect.poll(heading).toBe("sending");
  await pressButton("Confirm", 2);
  expect(requests).toHaveLength(1);
  requests[0]?.respond(acknowledged(3));
  await expect.poll(heading).toBe("ended: done");
  expect(document.body.textContent).not.toContain("PO-3 acknowledged");
});

test("an unknown result can still be checked after the screen was left", async () => {
  const screen = await startChange(4);
  await leave(screen);
  requests[0]?.respond({ detail: "No answer in time." }, 504);
  await expect.poll(() => requests[1]?.method).toBe("GET");
  requests[1]?.respond({ detail: "Busy." }, 504);
  await expect.poll(() => document.body.textContent).toContain("Order 4: Status unknown.");
  screen.open("/purchase-orders/4");
  await expect.poll(heading).toBe("ended: unknown");
  await pressButton("Check again");
  await expect.poll(() => requests[2]?.method).toBe("GET");
  requests[2]?.respond(acknowledged(4));
  await expect.poll(heading).toBe("ended: found");
});

const KnownOrder = ({ id }: { id: number }) => {
  const { data } = useQuery(purchaseOrderDetail(id));
  return (
    <>
      <OrderOf id={id} />
      <p>{data?.value.purchaseOrderStatus?.handle}</p>
    </>
  );
};

test.each([
  [5, "This order is Canceled.", "ended: refused", "canceled"],
  [6, "This order is already Acknowledged.", "ended: already", "acknowledged"],
])(
  "order %i is loaded again if another person's change was first: %s",
  async (id, detail, end, now) => {
    const order = { id, purchaseOrderStatus: { handle: "processed" } };
    const answer = { value: order as never, problems: [], total: undefined };
    queryClient.setQueryData(purchaseOrderDetail(id).queryKey, answer);
    openTestApp({ "/": () => <KnownOrder id={id} /> });
    await expect.poll(() => document.querySelector("p")?.textContent).toBe("processed");
    await pressButton("Acknowledge");
    await expect.poll(heading).toBe("asking");
    await pressButton("Confirm");
    await expect.poll(() => requests.length).toBe(1);
    requests[0]?.respond({ detail, outcome: "refused" }, 400);
    await expect.poll(heading).toBe(end);
    await expect.poll(() => requests[1]?.method).toBe("GET");
    requests[1]?.respond({ ...order, purchaseOrderStatus: { handle: now } });
    await expect.poll(() => document.querySelector("p")?.textContent).toBe(now);
  },
);
