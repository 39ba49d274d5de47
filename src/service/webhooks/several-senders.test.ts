import { afterEach, beforeEach, expect, test } from "vitest";
import { selectSize } from "#database/testing/sizes.ts";
import { movePurchaseOrder } from "#service/store/purchase-orders.ts";
import {
  killServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  stopServiceProcess,
} from "#service/testing/service-processes.ts";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks();
let processes: ServiceProcess[];

beforeEach(() => {
  processes = [];
});
afterEach(() => Promise.all(processes.map(stopServiceProcess)));

/** It finds events of this process only by being notified of them. */
const start = async () => {
  const started = await startServiceProcess(hooks.service.database.target, { everyMs: 3_600_000 });
  processes.push(started);
  return started;
};

const count = selectSize({ check: 40, soak: 2_000 });
const ids = Array.from({ length: count }, (_, index) => index + 1);

/** Each order enters Processing twice. */
const twice = async () => {
  await hooks.addOrders(...ids);
  for (const status of ["unprocessed", "processing"] as const)
    for (const id of ids) await movePurchaseOrder(hooks.sql, id, status, new Date());
};

const left = async (): Promise<number> => {
  const [row] = await hooks.sql<{ left: number }[]>`
    select count(*) as left from service.webhook_outbox where due_at is not null`;
  return row?.left ?? 0;
};

const untilNoneIsLeft = async (): Promise<void> => {
  while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** The events of each order in the order of their first arrivals. */
const firstArrivals = (): Map<number, string[]> => {
  const byOrder = new Map<number, string[]>();
  for (const { id, record } of hooks.receiver.arrivals) {
    const known = byOrder.get(record) ?? [];
    if (!known.includes(id)) byOrder.set(record, [...known, id]);
  }
  return byOrder;
};

/** The numbers of arrivals by event. */
const countArrivals = (): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { id } of hooks.receiver.arrivals) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

const writtenOrder = async (): Promise<Map<number, string[]>> => {
  const rows = await hooks.sql<{ record: number; messages: string[] }[]>`
    select split_part(event_key, ':', 2)::bigint as record, array_agg('msg_' || message_id order by id) as messages
    from service.webhook_outbox group by event_key`;
  return new Map(rows.map(({ record, messages }) => [record, messages]));
};

test("two processes share the outbox: each event arrives once, in order for each order", async () => {
  const { secret } = await hooks.create();
  await Promise.all([start(), start()]);
  await twice();
  await untilNoneIsLeft();
  hooks.receiver.verify(secret);
  expect(hooks.receiver.arrivals).toHaveLength(2 * count);
  expect(firstArrivals()).toEqual(await writtenOrder());
  expect(countArrivals().size).toBe(2 * count);
});

test("kill -9 in mid-delivery loses no event and repeats at most those under way", async () => {
  const { secret } = await hooks.create();
  const victim = await start();
  // From the eleventh on nothing is answered until the process is dead.
  const held: (() => void)[] = [];
  hooks.receiver.answer = (_, response) => {
    const accept = () => response.writeHead(204).end();
    if (hooks.receiver.arrivals.length <= 10) accept();
    else held.push(accept);
  };
  await twice();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await killServiceProcess(victim);
  const atDeath = hooks.receiver.arrivals.length;
  hooks.receiver.answer = (_, response) => response.writeHead(204).end();
  // Its leases end after a minute.
  await hooks.sql`update service.webhook_outbox set leased_until = now() where leased_until is not null`;
  await Promise.all([start(), start()]);
  await untilNoneIsLeft();
  hooks.receiver.verify(secret);
  const repeated = [...countArrivals().values()].filter((arrivals) => arrivals > 1);
  expect(countArrivals().size).toBe(2 * count);
  expect(repeated.length).toBeGreaterThan(0);
  // At most eight are under way for one webhook.
  expect(repeated.length).toBeLessThanOrEqual(8);
  expect(hooks.receiver.arrivals.length - 2 * count).toBe(repeated.length);
  expect(atDeath).toBeLessThan(2 * count);
  expect(firstArrivals()).toEqual(await writtenOrder());
});
