import type { WebhookConfiguration, WebhookEvent, WebhookEventLog } from "#contract/webhooks.ts";
import { day, hour, iso, isoOrNull, span } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import type { Random } from "./random.ts";

/** A configuration with its deliveries. */
export interface DemoWebhook {
  configuration: WebhookConfiguration;
  deliveries: WebhookEventLog[];
}

/** name | source or channel | id | host | status | events (P processing, I imported) | deliveries | success profile */
const webhookList = `Reno warehouse system | source | 1 | wms.reno.example.com | active | P | 140 | well
Columbus warehouse system | source | 2 | wms.columbus.example.com | active | P | 90 | well
Portside order intake | source | 3 | api.portside.example.net | active | P | 60 | failing
Switchyard order intake | source | 4 | hooks.switchyard.example.net | active | P | 40 | well
Lumenhof EDI bridge | source | 5 | edi.lumenhof.example.org | disabled | P | 30 | failing
Hollenfels dealer desk | source | 25 | orders.hollenfels.example.org | active | P | 24 | slow
Highmark compliance check | source | 26 | ffl.highmark.example.org | active | P | 18 | well
Online store order sync | channel | 3 | store.alderquay.example.com | active | PI | 120 | well
Bayline import notices | channel | 2 | partner.bayline.example.net | active | I | 80 | slow
Gear & Trail order sync | channel | 8 | hooks.gearandtrail.example.com | active | I | 36 | well
Homestead import notices (old) | channel | 7 | legacy.homestead.example.net | deleted | I | 12 | failing
Kaufhaus Südstern Schnittstelle | channel | 11 | daten.suedstern.example.org | disabled | PI | 0 | well`;

type Health = "well" | "slow" | "failing";

/** How frequently a delivery ends in each status. */
const outcomes: Readonly<
  Record<
    Health,
    Readonly<Record<"processing" | "published" | "internal_failure" | "external_failure", number>>
  >
> = {
  well: { processing: 2, published: 95, internal_failure: 1, external_failure: 2 },
  slow: { processing: 9, published: 74, internal_failure: 2, external_failure: 15 },
  failing: { processing: 6, published: 34, internal_failure: 5, external_failure: 55 },
};

const failures = [
  [500, "Internal Server Error"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable: maintenance until 06:00"],
  [401, "Unauthorized"],
  [404, "Not Found"],
  [null, "No answer within 10 s"],
  [null, "Certificate has expired"],
] as const;

const events: Readonly<Record<string, WebhookEvent>> = {
  P: "FulfillmentRequestProcessingEvent",
  I: "OrderImportedEvent",
};

const isHealth = (word: string): word is Health => Object.hasOwn(outcomes, word);

/** Events name the orders from 1 to this. */
const orders = 400;

/** An order is imported once: a second import of it in one webhook becomes the import of the next free order. */
const separateImports = (deliveries: readonly WebhookEventLog[]): WebhookEventLog[] => {
  const imported = new Set<number>();
  return deliveries.map((delivery) => {
    if (delivery.eventType !== "OrderImportedEvent") return delivery;
    let order = Number(delivery.eventKey?.split(":")[1]);
    while (imported.has(order)) order = (order % orders) + 1;
    imported.add(order);
    return { ...delivery, eventKey: `order:${order}` };
  });
};

const createDelivery = (
  random: Random,
  ids: Ids,
  event: WebhookEvent,
  health: Health,
  createdAt: number,
  now: number,
): WebhookEventLog => {
  const status = random.weighted(outcomes[health]);
  const retried = status === "published" ? random.chance(health === "well" ? 0.05 : 0.4) : true;
  const retryCount = retried ? random.int(1, 5) : 0;
  const lastTriedAt = Math.min(now - 1, createdAt + retryCount * hour * (0.3 + random.next()));
  const [code, message] = random.pick(failures);
  const words = {
    published: { statusCode: random.pick([200, 200, 202, 204]), statusMessage: "Delivered" },
    processing: { statusCode: null, statusMessage: null },
    internal_failure: {
      statusCode: null,
      statusMessage: "The payload could not be built: the order was deleted",
    },
    external_failure: { statusCode: code, statusMessage: message },
  }[status];
  const waiting = status === "processing" || (status === "external_failure" && retryCount < 5);
  return {
    id: ids.next("delivery"),
    status,
    eventType: event,
    eventKey: `${event === "OrderImportedEvent" ? "order" : "fulfillment_request"}:${random.int(1, orders)}`,
    createdAt: iso(createdAt),
    lastTriedAt: iso(lastTriedAt),
    nextTryAt: isoOrNull(waiting ? now + random.int(1, 12) * hour : undefined),
    publishedAt: isoOrNull(status === "published" ? lastTriedAt : undefined),
    retryCount,
    manualRetryCount: random.chance(0.06) ? random.int(1, 2) : 0,
    ...words,
  };
};

const createDeliveries = (
  random: Random,
  ids: Ids,
  subscribed: readonly WebhookEvent[],
  count: number,
  health: Health,
  now: number,
) =>
  Array.from({ length: count }, (_, index) => {
    const createdAt = now - 45 * day * (1 - (index + random.next()) / count) ** 1.6 - hour;
    return createDelivery(random, ids, random.pick(subscribed), health, createdAt, now);
  });

/** The account's webhooks: working, slow, failing, disabled, deleted (api 2.14), with the deliveries of 45 days. */
export const demoWebhooks = (random: Random, ids: Ids, now: number): DemoWebhook[] =>
  webhookList.split("\n").map((line, index) => {
    const [
      name = "",
      owner = "",
      ownerId = "",
      host = "",
      status = "",
      letters = "",
      count = "",
      health = "",
    ] = line.split("|").map((cell) => cell.trim());
    const subscribed = [...letters].flatMap((letter) => events[letter] ?? []);
    const createdAt = now - span + index * 21 * day;
    return {
      configuration: {
        id: index + 1,
        configurationName: name,
        sourceId: owner === "source" ? Number(ownerId) : null,
        channelId: owner === "channel" ? Number(ownerId) : null,
        webhookUrl: `https://${host}/events`,
        notificationEmail: index % 4 === 3 ? null : "integrations@alderquay.example",
        status,
        subscribedEvents: subscribed,
        createdAt: iso(createdAt),
        updatedAt: iso(Math.min(now, createdAt + random.int(1, 120) * day)),
      },
      deliveries: separateImports(
        createDeliveries(
          random,
          ids,
          subscribed,
          Number(count),
          isHealth(health) ? health : "well",
          now,
        ),
      ),
    };
  });
