import { vi } from "vitest";
import type {
  NewWebhookConfiguration,
  WebhookConfigurationCreate,
  WebhookEventLog,
} from "#contract/webhooks.ts";
import { startTestService, type TestService } from "#service/test-service.ts";
import { insertChannels, insertSources } from "#service/store/account.ts";
import { type SenderOptions, startWebhookSender, type WebhookSender } from "./start-sender.ts";
import { type Receiver, startReceiver } from "./test-receiver.ts";

/** Adds the source 1 and the channel 1 that test orders belong to. */
export const addParties = async ({ sql }: TestService): Promise<void> => {
  await insertSources(sql, [{ id: 1, name: "Alder Works" }]);
  await insertChannels(sql, [{ id: 1, name: "Quay Street" }]);
};

/** A service with the test parties, a receiver, and the senders that a test starts. */
export interface TestDelivery {
  readonly service: TestService;
  readonly receiver: Receiver;
  /** Starts a sender that looks for events every 20 ms. */
  readonly send: (options?: Partial<SenderOptions>) => void;
  /** Ends the newest sender. */
  readonly stopSending: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a service whose changes wake its senders at once; each event is retried after the given delays, in ms. */
export const startTestDelivery = async (retryDelays: readonly number[]): Promise<TestDelivery> => {
  const senders: WebhookSender[] = [];
  const service = await startTestService({ onChange: () => senders.forEach(({ wake }) => wake()) });
  const receiver = await startReceiver();
  await addParties(service);
  return {
    service,
    receiver,
    send: (options) => {
      const common = { sql: service.sql, allowPrivate: true, everyMs: 20, retryDelays };
      senders.push(startWebhookSender({ ...common, ...options }));
    },
    stopSending: async () => senders.pop()?.close(),
    close: async () => {
      await Promise.all(senders.map((sender) => sender.close()));
      await receiver.close();
      await service.close();
    },
  };
};

/** Creates a webhook of source 1 for orders that enter Processing. */
export const createWebhook = async (
  service: TestService,
  webhookUrl: string,
  more: Partial<WebhookConfigurationCreate> = {},
): Promise<NewWebhookConfiguration & { secret: string }> => {
  const body = {
    configurationName: "Orders to the warehouse",
    ...("channelId" in more ? {} : { sourceId: 1 }),
    webhookUrl,
    subscribedEvents: ["FulfillmentRequestProcessingEvent"],
    ...more,
  };
  const answer = await service.call("/webhhok/configurations", { method: "POST", body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as NewWebhookConfiguration & { secret: string };
};

/** A configuration's event log, newest first. */
export const eventLogs = async (service: TestService, id: number): Promise<WebhookEventLog[]> =>
  (await service.call(`/webhook/configurations/${id}/event-logs?pageSize=50`))
    .json as WebhookEventLog[];

/** Waits until the event log has the given content, newest first. */
export const untilLogged = (
  service: TestService,
  id: number,
  expected: readonly object[],
): Promise<void> =>
  vi.waitFor(
    async () => {
      const logs = await eventLogs(service, id);
      for (const [index, entry] of expected.entries())
        for (const [name, value] of Object.entries(entry)) {
          const found = (logs[index] as Record<string, unknown> | undefined)?.[name];
          if (found !== value)
            throw new Error(`Entry ${index}: ${name} is ${String(found)}, not ${String(value)}`);
        }
    },
    { timeout: 60_000, interval: 20 },
  );

/** The numbers of arrivals by event. */
export const arrivalsById = ({ arrivals }: Receiver): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { id } of arrivals) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};
