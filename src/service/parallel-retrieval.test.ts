import { afterAll, beforeAll, expect, test } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { insertPurchaseOrders } from "./store/purchase-orders.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import {
  type ServiceProcess,
  startServiceProcess,
  stopServiceProcess,
} from "#service/testing/service-processes.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
let processes: ServiceProcess[];

beforeAll(async () => {
  service = await startTestService();
  const { target } = service.database;
  processes = await Promise.all([startServiceProcess(target), startServiceProcess(target)]);
});
afterAll(async () => {
  await Promise.all(processes.map(stopServiceProcess));
  await service.close();
});

const sources = [1, 2, 3];

const callers = async () => {
  const account = { token: service.accountToken, query: "" };
  const named = sources.map((id) => ({ ...account, query: `?filterSourceId=${id}` }));
  const own = await Promise.all(
    sources.map(async (ownerId) => ({
      token: await service.tokenOf({ type: "source", ownerId }),
      query: "",
    })),
  );
  return [account, ...named, ...own].flatMap((caller) =>
    processes.map(({ url }) => ({ ...caller, url })),
  );
};

type Asker = Awaited<ReturnType<typeof callers>>[number];

const retrieve = async ({ url, token, query }: Asker): Promise<number[]> => {
  const answer = await fetch(`${url}/purchase-orders/processing${query}`, {
    headers: { "x-api-token": token },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as PurchaseOrder[]).map(({ id }) => id ?? 0);
};

test("fault 35: two processes hand 300 orders out once each, while more orders arrive", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  const put = (some: number[]) =>
    insertPurchaseOrders(
      service.sql,
      some.map((id) => purchaseOrder(id, { sourceId: sources[id % 3] })),
    );
  let coming = true;
  const arrive = async () => {
    for (let start = 0; start < ids.length; start += 10) await put(ids.slice(start, start + 10));
    coming = false;
  };
  const received: number[] = [];
  const ask = async (caller: Asker) => {
    // The last round begins after the last order was added.
    for (let last = false; !last;) {
      last = !coming;
      received.push(...(await retrieve(caller)));
    }
  };
  await Promise.all([arrive(), ...(await callers()).map(ask)]);

  expect(received.toSorted((a, b) => a - b)).toEqual(ids);
  const left = await service.call("/purchase-orders/count?filterStatus=processing");
  expect(left.json).toBe(0);
});

test("fault 35: 600 waiting orders and 28 callers at one moment", async () => {
  await service.sql`truncate service.purchase_orders`;
  const ids = Array.from({ length: 600 }, (_, index) => index + 1);
  await insertPurchaseOrders(
    service.sql,
    ids.map((id) => purchaseOrder(id, { sourceId: sources[id % 3] })),
  );
  const everyone = await callers();
  const received = await Promise.all([...everyone, ...everyone].map(retrieve));
  expect(received.flat().toSorted((a, b) => a - b)).toEqual(ids);
});
