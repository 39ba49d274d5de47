import { createHash } from "node:crypto";
import {
  base,
  da,
  de,
  en,
  es,
  Faker,
  fr_CA,
  generateMersenne32Randomizer,
  ja,
} from "@faker-js/faker";
import type { Channel, Source } from "#contract/account.ts";
import type { Address } from "#contract/address.ts";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import account from "./data/account.json" with { type: "json" };
import texts from "./data/texts.json" with { type: "json" };
import { day, hour, type Ids, iso, isoOrNull, type Random, span } from "./values.ts";

type AddressRecord = Address & { id: number };

/** Generates addresses and contact details. */
export type People = ReturnType<typeof createPeople>;

const stateName = (code: string): string =>
  en.location?.state?.[en.location.state_abbr?.indexOf(code) ?? -1] ?? "";

/** Towns with the prefix of their postal codes, so that city, state and code agree. */
const places = account.towns.map(([city = "", stateCode = "", postal = ""]) => ({
  city,
  state: stateName(stateCode),
  stateCode,
  postal,
}));

/** An address after its retention period: only its id and its hash remain (api 2.1). */
export const redacted = (address: Address): Address => ({
  ...Object.fromEntries(Object.keys(address).map((field) => [field, null])),
  id: address.id,
  redacted: true,
  hash: address.hash,
});

/** Most names are English; one in twelve is from another language, as in any customer list. */
export const createPeople = (random: Random, ids: Ids, seed: number) => {
  const randomizer = generateMersenne32Randomizer(seed);
  const english = new Faker({ locale: [en, base], randomizer });
  const others = [fr_CA, de, da, es, ja].map(
    (locale) => new Faker({ locale: [locale, en, base], randomizer }),
  );
  const contact = () => {
    const faker = random.chance(1 / 12) ? random.pick(others) : english;
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    return {
      firstName,
      lastName,
      email: english.internet.exampleEmail({ firstName, lastName }).toLowerCase(),
      phone: english.phone.number({ style: random.chance(0.7) ? "national" : "international" }),
    };
  };
  const createAddress = (
    { city, state, stateCode, postal }: (typeof places)[number],
    addressLine2: () => string | null,
    companyName: () => string | null,
  ): AddressRecord => {
    const { firstName, lastName, email, phone } = contact();
    const addressLine1 = `${english.number.int({ min: 2, max: 9800 })} ${english.location.street()}`;
    const line2 = addressLine2();
    const zip = String(random.int(1, 99)).padStart(2, "0");
    const content = {
      name: `${firstName} ${lastName}`,
      addressLine1,
      addressLine2: line2,
      city,
      state,
      country: "United States",
      stateCode,
      countryCode: "US",
      postal: `${postal}${zip}`,
      email,
      phone,
      companyName: companyName(),
      firstName,
      lastName,
    };
    const hash = createHash("md5").update(JSON.stringify(content)).digest("hex");
    return { id: ids.next("address"), ...content, redacted: false, hash };
  };
  const regulars: AddressRecord[] = [];
  return {
    contact,
    /** The customer of an order: of every third one, a customer who orders again. */
    ordering: (customer: AddressRecord, order: number): AddressRecord => {
      const regular = order % 3 === 0 ? regulars[(order / 3) % regulars.length] : undefined;
      if (regulars.length < 16) regulars.push(customer);
      return regular ?? customer;
    },
    /** A customer's address anywhere in the country. */
    customer: () =>
      createAddress(
        random.pick(places),
        () =>
          random.chance(0.22)
            ? `${random.pick(["Apt", "Unit", "Suite", "#"])} ${random.int(1, 480)}`
            : null,
        () =>
          random.chance(0.09)
            ? `${english.person.lastName()} ${random.pick(["Interiors", "Outfitters", "Hardware", "& Sons", "Studio"])}`
            : null,
      ),
    /** A company's address in one town. */
    business: (companyName: string, town: string) => {
      const place = places.find(({ city }) => city === town);
      if (place === undefined) throw new Error(`No place is called ${town}`);
      const dock = () => (random.chance(0.4) ? `Dock ${random.int(1, 24)}` : null);
      return createAddress(place, dock, () => companyName);
    },
  };
};

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
