import { afterEach, beforeEach, expect, test } from "vitest";
import { selectSize } from "#database/test-sizes.ts";
import { insertPurchaseOrders, movePurchaseOrder } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/test-orders.ts";
import {
  killServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  stopServiceProcess,
} from "#service/test-processes.ts";
import { startTestService, type TestService } from "#service/test-service.ts";
import { type Receiver, startReceiver } from "./test-receiver.ts";
import { addParties, arrivalsById, createWebhook } from "./test-webhooks.ts";

let service: TestService;
let receiver: Receiver;
let processes: ServiceProcess[];

beforeEach(async () => {
  service = await startTestService();
  receiver = await startReceiver();
  processes = [];
  await addParties(service);
});
afterEach(async () => {
  await Promise.all(processes.map(stopServiceProcess));
  await receiver.close();
  await service.close();
});

/** It finds events of this process only by being notified of them. */
const start = async () => {
  const started = await startServiceProcess(service.database.target, { everyMs: 3_600_000 });
  processes.push(started);
  return started;
};

const count = selectSize({ check: 40, soak: 2_000 });
const ids = Array.from({ length: count }, (_, index) => index + 1);

/** Each order enters Processing twice. */
const twice = async () => {
  await insertPurchaseOrders(
    service.sql,
    ids.map((id) => purchaseOrder(id)),
  );
  for (const status of ["unprocessed", "processing"] as const)
    for (const id of ids) await movePurchaseOrder(service.sql, id, status, new Date());
};

const left = async (): Promise<number> => {
  const [row] = await service.sql<{ left: number }[]>`
    select count(*) as left from service.webhook_outbox where due_at is not null`;
  return row?.left ?? 0;
};

const untilNoneIsLeft = async (): Promise<void> => {
  while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** The events of each order in the order of their first arrivals. */
const firstArrivals = (): Map<number, string[]> => {
  const byOrder = new Map<number, string[]>();
  for (const { id, record } of receiver.arrivals) {
    const known = byOrder.get(record) ?? [];
    if (!known.includes(id)) byOrder.set(record, [...known, id]);
  }
  return byOrder;
};

const writtenOrder = async (): Promise<Map<number, string[]>> => {
  const rows = await service.sql<{ record: number; messages: string[] }[]>`
    select split_part(event_key, ':', 2)::bigint as record, array_agg('msg_' || message_id order by id) as messages
    from service.webhook_outbox group by event_key`;
  return new Map(rows.map(({ record, messages }) => [record, messages]));
};

test("two processes share the outbox: each event arrives once, in order for each order", async () => {
  const { secret } = await createWebhook(service, receiver.url);
  await Promise.all([start(), start()]);
  await twice();
  await untilNoneIsLeft();
  receiver.verify(secret);
  expect(receiver.arrivals).toHaveLength(2 * count);
  expect(firstArrivals()).toEqual(await writtenOrder());
  expect(arrivalsById(receiver).size).toBe(2 * count);
});

test("kill -9 in mid-delivery loses no event and repeats at most those under way", async () => {
  const { secret } = await createWebhook(service, receiver.url);
  const victim = await start();
  // From the eleventh on nothing is answered until the process is dead.
  const held: (() => void)[] = [];
  receiver.answer = (_, response) => {
    const accept = () => response.writeHead(204).end();
    if (receiver.arrivals.length <= 10) accept();
    else held.push(accept);
  };
  await twice();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await killServiceProcess(victim);
  const atDeath = receiver.arrivals.length;
  receiver.answer = (_, response) => response.writeHead(204).end();
  // Its leases end after a minute.
  await service.sql`update service.webhook_outbox set leased_until = now() where leased_until is not null`;
  await Promise.all([start(), start()]);
  await untilNoneIsLeft();
  receiver.verify(secret);
  const repeated = [...arrivalsById(receiver).values()].filter((arrivals) => arrivals > 1);
  expect(arrivalsById(receiver).size).toBe(2 * count);
  expect(repeated.length).toBeGreaterThan(0);
  // At most eight are under way for one webhook.
  expect(repeated.length).toBeLessThanOrEqual(8);
  expect(receiver.arrivals.length - 2 * count).toBe(repeated.length);
  expect(atDeath).toBeLessThan(2 * count);
  expect(firstArrivals()).toEqual(await writtenOrder());
});
