import type { Channel, Source } from "#contract/account.ts";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import account from "./data/account.json" with { type: "json" };
import texts from "./data/texts.json" with { type: "json" };
import type { Ids, Random } from "./random.ts";
import { day, hour, iso, isoOrNull, span } from "./values.ts";

/**
 * The sources with the data that the generators need: a `supplier` ships its own goods, a `warehouse` is our own, and a
 * `3pl` is a third party's. One without departments sells from all of them. A source's id is its position in the list.
 */
export const sourceProfiles = account.sources.map((source, index) => ({
  id: index + 1,
  ...source,
}));

export type SourceProfile = (typeof sourceProfiles)[number];

export const demoSources: readonly Source[] = sourceProfiles.map(({ id, name }) => ({ id, name }));

/** A channel's id is its position in the list, and 1 is a reseller channel with products (interfaces). */
const channels = account.channels.map((channel, index) => ({ id: index + 1, ...channel }));

export const demoChannels: readonly Channel[] = channels.map(({ id, name, channelType }) => ({
  id,
  name,
  channelType,
}));

/** How often customers order through a channel. */
export const orderingChannels: Readonly<Record<string, number>> = Object.fromEntries(
  channels.map(({ id, orders }) => [String(id), orders]),
);

/** The resellers' channels' shares of the products. */
export const productShares = channels
  .filter(({ products }) => products > 0)
  .map(({ id, products }) => ({ channelId: id, share: products }));

/** Marketplaces that have personal data removed after a year (api 2.1, redacted). */
export const channelsWithRetention: ReadonlySet<number> = new Set(
  channels.filter(({ retention }) => retention).map(({ id }) => id),
);

type WebhookWords = (typeof account.webhooks)[number];

/** How frequently a delivery of a webhook that works well, is slow, or is failing ends in each status. */
const outcomes = {
  well: { processing: 2, published: 95, internal_failure: 1, external_failure: 2 },
  slow: { processing: 9, published: 74, internal_failure: 2, external_failure: 15 },
  failing: { processing: 6, published: 34, internal_failure: 5, external_failure: 55 },
} as const;

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
  { events, health }: WebhookWords,
  createdAt: number,
  now: number,
): WebhookEventLog => {
  const eventType = random.pick(events);
  const status = random.weighted(outcomes[health as keyof typeof outcomes]);
  const retried = status !== "published" || random.chance(health === "well" ? 0.05 : 0.4);
  const retryCount = retried ? random.int(1, 5) : 0;
  const lastTriedAt = Math.min(now - 1, createdAt + retryCount * hour * random.between(0.3, 1.3));
  const failure = random.pick(texts.deliveryFailures);
  const answer = {
    published: { statusCode: random.pick([200, 200, 202, 204]), statusMessage: "Delivered" },
    processing: { statusCode: null, statusMessage: null },
    internal_failure: {
      statusCode: null,
      statusMessage: "The payload could not be built: the order was deleted",
    },
    external_failure: failure,
  }[status];
  const waiting = status === "processing" || (status === "external_failure" && retryCount < 5);
  const record = eventType === "OrderImportedEvent" ? "order" : "fulfillment_request";
  return {
    id: ids.next("delivery"),
    status,
    eventType,
    eventKey: `${record}:${random.int(1, orders)}`,
    createdAt: iso(createdAt),
    lastTriedAt: iso(lastTriedAt),
    nextTryAt: isoOrNull(waiting ? now + random.int(1, 12) * hour : undefined),
    publishedAt: isoOrNull(status === "published" ? lastTriedAt : undefined),
    retryCount,
    manualRetryCount: random.chance(0.06) ? random.int(1, 2) : 0,
    ...answer,
  };
};

/** The account's webhooks: working, slow, failing, disabled, deleted (api 2.14), with the deliveries of 45 days. */
export const demoWebhooks = (random: Random, ids: Ids, now: number) =>
  account.webhooks.map((words, index) => {
    const { configurationName, sourceId, channelId, host, status, events, deliveries } = words;
    const createdAt = now - span + index * 21 * day;
    return {
      configuration: {
        id: index + 1,
        configurationName,
        sourceId,
        channelId,
        webhookUrl: `https://${host}/events`,
        notificationEmail: index % 4 === 3 ? null : "integrations@alderquay.example",
        status,
        subscribedEvents: events,
        createdAt: iso(createdAt),
        updatedAt: iso(Math.min(now, createdAt + random.int(1, 120) * day)),
      } satisfies WebhookConfiguration,
      deliveries: separateImports(
        Array.from({ length: deliveries }, (_, place) => {
          const age = 45 * day * (1 - (place + random.next()) / deliveries) ** 1.6;
          return createDelivery(random, ids, words, now - age - hour, now);
        }),
      ),
    };
  });
