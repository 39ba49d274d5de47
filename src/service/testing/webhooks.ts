import { afterEach, beforeEach, vi } from "vitest";
import type {
  NewWebhookConfiguration,
  WebhookConfigurationCreate,
  WebhookDelivery,
  WebhookEventLog,
} from "#contract/webhooks.ts";
import { insertChannels, insertSources } from "#service/store/account.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "./orders.ts";
import { startTestService, type TestAnswer, type TestService } from "./service.ts";
import { startWebhookSender, type WebhookSender } from "#service/webhooks/start-sender.ts";
import { type Receiver, startReceiver } from "./webhook-receiver.ts";

type SenderOptions = Parameters<typeof startWebhookSender>[0];

/** What a test's service and its senders do with webhooks. Each test has its own. */
interface TestWebhooks {
  readonly service: TestService;
  readonly sql: TestService["sql"];
  readonly call: TestService["call"];
  readonly receiver: Receiver;
  /** Lets the receiver answer everything that follows with this status and text. */
  respond(status: number, text?: string): void;
  /** Creates a webhook of source 1 for orders that enter Processing, by default with the receiver's address. */
  create(more?: Partial<WebhookConfigurationCreate>): Promise<CreatedWebhook>;
  /** Adds orders of source 1 and channel 1 that are in Processing. */
  addOrders(...ids: readonly number[]): Promise<unknown>;
  /** Starts a sender that looks for events every 20 ms. */
  send(options?: Partial<SenderOptions>): void;
  /** Ends the newest sender. */
  stopSending(): Promise<void>;
  /** A webhook's event log, newest first. */
  readLogs(id: number): Promise<WebhookEventLog[]>;
  /** Waits until a webhook's event log has the given content, newest first. */
  untilLogged(id: number, expected: readonly object[]): Promise<void>;
  /** The payload and the attempts of the newest event of a webhook. */
  readDelivery(id: number): Promise<WebhookDelivery>;
  /** Asks for the newest event of a webhook to be sent again. */
  sendAgain(id: number): Promise<TestAnswer>;
}

type CreatedWebhook = NewWebhookConfiguration & { secret: string };

const createWebhook = async (
  service: TestService,
  more: Partial<WebhookConfigurationCreate>,
): Promise<CreatedWebhook> => {
  const body = {
    configurationName: "Orders to the warehouse",
    ...("channelId" in more ? {} : { sourceId: 1 }),
    subscribedEvents: ["FulfillmentRequestProcessingEvent"],
    ...more,
  };
  const answer = await service.call("/webhhok/configurations", { method: "POST", body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as CreatedWebhook;
};

const readLogs = async (service: TestService, id: number): Promise<WebhookEventLog[]> =>
  (await service.call(`/webhook/configurations/${id}/event-logs?pageSize=50`))
    .json as WebhookEventLog[];

const newestEvent = async (service: TestService, id: number): Promise<number> => {
  const [log] = await readLogs(service, id);
  if (log === undefined) throw new Error(`Webhook ${id} has no events`);
  return log.id;
};

const demandLogs = (logs: readonly object[], expected: readonly object[]): void => {
  for (const [index, entry] of expected.entries())
    for (const [name, value] of Object.entries(entry)) {
      const found = (logs[index] as Record<string, unknown> | undefined)?.[name];
      if (found !== value)
        throw new Error(`Entry ${index}: ${name} is ${String(found)}, not ${String(value)}`);
    }
};

/**
 * Starts a service, with the source 1 and the channel 1, and a receiver for each test of a file, and closes them and the
 * test's senders after it. A change wakes the senders at once; each event is retried after the given delays, in ms.
 */
export const setUpWebhooks = (retryDelays: readonly number[] = []): TestWebhooks => {
  let service: TestService;
  let receiver: Receiver;
  let senders: WebhookSender[];
  beforeEach(async () => {
    senders = [];
    service = await startTestService({ onChange: () => senders.forEach(({ wake }) => wake()) });
    receiver = await startReceiver();
    await insertSources(service.sql, [{ id: 1, name: "Alder Works" }]);
    await insertChannels(service.sql, [{ id: 1, name: "Quay Street" }]);
  });
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await receiver.close();
    await service.close();
  });
  return {
    get service() {
      return service;
    },
    get sql() {
      return service.sql;
    },
    get call() {
      return service.call;
    },
    get receiver() {
      return receiver;
    },
    respond: (status, text) => {
      receiver.answer = (_, response) => response.writeHead(status).end(text);
    },
    create: (more = {}) => createWebhook(service, { webhookUrl: receiver.url, ...more }),
    addOrders: (...ids) =>
      insertPurchaseOrders(
        service.sql,
        ids.map((id) => purchaseOrder(id)),
      ),
    send: (options) => {
      const common = { sql: service.sql, allowPrivate: true, everyMs: 20, retryDelays };
      senders.push(startWebhookSender({ ...common, ...options }));
    },
    stopSending: async () => senders.pop()?.close(),
    readLogs: (id) => readLogs(service, id),
    untilLogged: (id, expected) =>
      vi.waitFor(async () => demandLogs(await readLogs(service, id), expected), {
        timeout: 60_000,
        interval: 20,
      }),
    readDelivery: async (id) =>
      (await service.call(`/webhook/event/${await newestEvent(service, id)}/attempts`))
        .json as WebhookDelivery,
    sendAgain: async (id) => {
      const body = { eventIds: [await newestEvent(service, id)] };
      return service.call("/webhook/event/retry", { method: "POST", body });
    },
  };
};
