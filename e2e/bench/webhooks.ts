import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { prepareService } from "#service/prepare-service.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { addWebhookSecret } from "#service/store/webhook-outbox.ts";
import { insertWebhookConfigurations } from "#service/store/webhooks.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import { newWebhookSecret } from "#service/webhooks/sign-event.ts";
import { startProgram, type StartedProgram } from "./measuring/start-program.ts";

/** Each order enters Processing twice, so the order of an order's events shows. */
const orders = Number(process.env["BENCH_EVENTS"] ?? 10_000) / 2;

interface Received {
  /** The ids of the events that arrived, by order, in the order of their first arrivals. */
  readonly byOrder: Map<number, string[]>;
  arrivals: number;
  doubles: number;
  unverified: number;
}

const startReceiver = async (secret: string) => {
  const received: Received = { byOrder: new Map(), arrivals: 0, doubles: 0, unverified: 0 };
  const webhook = new Webhook(secret);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    try {
      webhook.verify(body, headers);
    } catch {
      received.unverified += 1;
    }
    const { data } = JSON.parse(body) as { data: { id: number } };
    const known = received.byOrder.get(data.id) ?? [];
    const id = headers["webhook-id"] ?? "";
    if (known.includes(id)) received.doubles += 1;
    else received.byOrder.set(data.id, [...known, id]);
    received.arrivals += 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { received, server, url: `http://127.0.0.1:${port}/` };
};

const startService = (dataDir: string): Promise<StartedProgram> =>
  startProgram(["service"], {
    DATA_DIR: dataDir,
    SERVICE_TOKEN: "token-of-a-bench",
    SERVICE_WEBHOOK_PRIVATE: "1",
  });

const writeEvents = (sql: Sql, firstOrder: number): Promise<unknown> =>
  sql.begin(async (transaction) => {
    await insertPurchaseOrders(
      transaction,
      Array.from({ length: orders }, (_, index) => purchaseOrder(firstOrder + index)),
    );
    for (const status of ["unprocessed", "processing"])
      await transaction`update service.purchase_orders set status = ${status} where id >= ${firstOrder}`;
  });

const misordered = async (sql: Sql, { byOrder }: Received): Promise<number> => {
  const rows = await sql<{ record: number; messages: string[] }[]>`
    select split_part(event_key, ':', 2)::bigint as record, array_agg('msg_' || message_id order by id) as messages
    from service.webhook_outbox group by event_key`;
  return rows.filter(({ record, messages }) => String(byOrder.get(record)) !== String(messages))
    .length;
};

/** 10,000 events through two service processes: undisturbed, and with a `kill -9` in mid-delivery, three times. */
export async function* bench(): AsyncGenerator<object> {
  const dataDir = mkdtempSync(join(tmpdir(), "supercargo-webhooks-"));
  const database = await openDatabase({ dataDir });
  const { sql } = database;
  await prepareService(sql);
  const secret = newWebhookSecret();
  const { received, server, url } = await startReceiver(secret);
  await insertWebhookConfigurations(sql, [
    {
      id: 1,
      configurationName: "Bench",
      sourceId: 1,
      webhookUrl: url,
      status: "active",
      subscribedEvents: ["FulfillmentRequestProcessingEvent"],
    },
  ]);
  await sql.begin((transaction) => addWebhookSecret(transaction, 1, secret, new Date()));
  let services = await Promise.all([startService(dataDir), startService(dataDir)]);

  const run = async (firstOrder: number, kills: number): Promise<object> => {
    const before = { ...received };
    const writing = performance.now();
    await writeEvents(sql, firstOrder);
    const began = performance.now();
    for (let kill = 1; kill <= kills; kill += 1) {
      while (received.arrivals - before.arrivals < (kill * 2 * orders) / (kills + 2))
        await sleep(5);
      const [victim, other] = services as [StartedProgram, StartedProgram];
      await victim.end("SIGKILL");
      services = [other, await startService(dataDir)];
    }
    const isOpen = async () =>
      (await sql`select 1 from service.webhook_outbox where due_at is not null limit 1`).length > 0;
    while (await isOpen()) await sleep(100);
    const seconds = (performance.now() - began) / 1_000;
    const arrived = [...received.byOrder].filter(([id]) => id >= firstOrder);
    return {
      bench: "webhooks",
      events: 2 * orders,
      kills,
      lost: 2 * orders - arrived.reduce((sum, [, ids]) => sum + ids.length, 0),
      doubles: received.doubles - before.doubles,
      misordered: await misordered(sql, received),
      unverified: received.unverified - before.unverified,
      writeSeconds: Math.round(began - writing) / 1_000,
      seconds: Math.round(seconds * 10) / 10,
      eventsPerSecond: Math.round((2 * orders) / seconds),
    };
  };
  try {
    yield await run(1, 0);
    yield await run(1_000_001, 3);
  } finally {
    await Promise.all(services.map((service) => service.end("SIGTERM")));
    server.closeAllConnections();
    server.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
