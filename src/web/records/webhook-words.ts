import {
  webhookDisabledEvent,
  type WebhookEventLog,
  webhookTestEvent,
} from "#contract/webhooks.ts";

const names: Readonly<Record<string, string>> = {
  FulfillmentRequestProcessingEvent: "Order enters Processing",
  OrderImportedEvent: "Order imported",
  [webhookTestEvent]: "Test event",
  [webhookDisabledEvent]: "Webhook disabled",
};

/** An event of webhooks in plain words; one that the API's document doesn't name by its code. */
export const eventName = (event: string): string => names[event] ?? event.replace(/Event$/, "");

const subjects: Readonly<Record<string, string>> = {
  fulfillment_request: "Purchase order",
  purchase_order: "Purchase order",
  order: "Order",
  webhook: "Webhook",
};

type Keyed = Pick<WebhookEventLog, "id" | "eventKey">;

const splitKey = ({ eventKey }: Pick<Keyed, "eventKey">) =>
  /^(\w+):(\d+)$/.exec(eventKey ?? "") ?? undefined;

/** What a delivery is about: "Purchase order 71" for `fulfillment_request:71`; its id where it has no key. */
export const deliveryName = (event: Keyed): string => {
  const [, kind = "", id] = splitKey(event) ?? [];
  const subject = subjects[kind];
  return subject ? `${subject} ${id}` : event.eventKey || `Event ${event.id}`;
};

/** The id of the purchase order that a delivery is about, if it is about one. */
export const deliveryOrderId = (event: Pick<Keyed, "eventKey">): number | undefined => {
  const [, kind = "", id] = splitKey(event) ?? [];
  return subjects[kind] === "Purchase order" ? Number(id) : undefined;
};
