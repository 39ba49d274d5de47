import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogEntry } from "#service/handler.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
let handedOut: Promise<LogEntry>;

beforeAll(async () => {
  const { promise, resolve } = withResolver<LogEntry>();
  handedOut = promise;
  service = await startTestService({
    log: (entry) => {
      if (entry.event === "handed out") resolve(entry);
    },
  });
  await insertPurchaseOrders(service.sql, [purchaseOrder(1), purchaseOrder(2)]);
});
afterAll(() => service.close());

function withResolver<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("fault 36: orders of a retrieval whose client disconnected are Processed, and the log names them", async () => {
  const caller = new AbortController();
  await service.sql.begin(async (transaction) => {
    await transaction`lock table service.purchase_orders in access exclusive mode`;
    const lost = fetch(`${service.url}/purchase-orders/processing`, {
      headers: { "x-api-token": service.accountToken },
      signal: caller.signal,
    });
    const waiting = async () => {
      const [row] = await transaction<{ count: number }[]>`
        select count(*) from pg_locks where not granted and relation = 'service.purchase_orders'::regclass`;
      return row?.count === 1;
    };
    await expect.poll(waiting).toBe(true);
    caller.abort();
    await expect(lost).rejects.toThrow(/abort/i);
  });

  expect(await handedOut).toMatchObject({ level: "info", purchaseOrderIds: [1, 2] });
  const processed = await service.call("/purchase-orders/count?filterStatus=processed");
  expect(processed.json).toBe(2);
});
