import * as z from "zod/mini";
import { operation, tokenMatrix } from "./operation.ts";
import {
  body,
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  pathId,
  record,
  requiredInt64,
  requiredInteger,
  requiredOpenEnum,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import { pageNumber, pageSizeQuery, requestName } from "./request-fields.ts";

/** One attempt to deliver an event, as the service stored it: `[hidden]` replaces secrets, and texts are cut. */
const WebhookAttempt = record(
  {
    triedAt: timestamp(),
    durationMs: integer(),
    url: text("Its user name, password and query values are [hidden]"),
    requestHeaders: maybe(
      z.record(z.string(), z.string()),
      "The signature's values and the address's credentials are [hidden]; null if nothing was sent",
    ),
    statusCode: integer(),
    result: text("Delivered, or the reason of the failure"),
    responseBody: text("The beginning of the receiver's response; secrets in it are [hidden]"),
    responseCut: flag("Whether the response was longer"),
  },
  "WebhookAttempt",
);
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** The delivery of one event: the payload, the result of each attempt, and the times of the next ones. */
export const WebhookDelivery = record(
  {
    id: requiredInt64(),
    payload: text("The body as it is sent; null if it is no longer stored"),
    attempts: list(WebhookAttempt, "Newest first, at most 20"),
    plannedAttempts: list(z.string(), "Times at which the service tries again until one succeeds"),
  },
  "WebhookDelivery",
);
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** The events of one day and configuration, by the present status of their delivery. */
export const WebhookDayCount = record(
  {
    configurationId: requiredInt64(),
    day: requiredText("YYYY-MM-DD"),
    delivered: requiredInteger(),
    failed: requiredInteger(),
    waiting: requiredInteger(),
  },
  "WebhookDayCount",
);
export type WebhookDayCount = z.infer<typeof WebhookDayCount>;

/** The days that the counts cover, including today. */
export const countedDays = 14;

/** Webhook configuration status (api 3). */
export const webhookStatuses = ["active", "disabled", "deleted"] as const;

/** The webhook events (api 6); unrelated to the workflow events of mapping rules. */
export const webhookEvents = ["FulfillmentRequestProcessingEvent", "OrderImportedEvent"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event that a user sends to try a webhook; it has no subscribers. */
export const webhookTestEvent = "WebhookTestEvent";

/** The entry in a webhook's event log that says why the service disabled it. It is never sent. */
export const webhookDisabledEvent = "WebhookDisabledEvent";

/** Status of one delivery (neighbours). */
export const webhookDeliveryStatuses = [
  "processing",
  "published",
  "internal_failure",
  "external_failure",
] as const;

/** A subscription of one source or channel to events by name (api 2.14, 6). */
export const WebhookConfiguration = record(
  {
    id: requiredInt64(),
    configurationName: requiredText(),
    sourceId: int64("The source the webhook is set up against"),
    channelId: int64("The channel the webhook is set up against"),
    webhookUrl: requiredText(),
    notificationEmail: text("Email address that receives webhook status updates"),
    status: openEnum(webhookStatuses),
    subscribedEvents: list(requiredOpenEnum(webhookEvents)),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  "WebhookConfiguration",
);
export type WebhookConfiguration = z.infer<typeof WebhookConfiguration>;

const secretNote = "Signs deliveries (Standard Webhooks); only this response contains it";

/** A configuration just created, with its first secret. */
export const NewWebhookConfiguration = record(
  { ...WebhookConfiguration.shape, secret: text(secretNote) },
  "NewWebhookConfiguration",
);
export type NewWebhookConfiguration = z.infer<typeof NewWebhookConfiguration>;

/** A configuration's new secret. */
export const WebhookSecret = record(
  {
    secret: requiredText(secretNote),
    previousSecretsExpireAt: timestamp(),
  },
  "WebhookSecret",
);
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** One event and the status of its delivery (neighbours). */
export const WebhookEventLog = record(
  {
    id: requiredInt64(),
    status: openEnum(webhookDeliveryStatuses),
    eventType: openEnum(webhookEvents),
    eventKey: text(),
    createdAt: timestamp(),
    lastTriedAt: timestamp(),
    nextTryAt: timestamp(),
    publishedAt: timestamp(),
    retryCount: integer(),
    manualRetryCount: integer(),
    statusCode: integer(),
    statusMessage: text(),
  },
  "WebhookEventLog",
);
export type WebhookEventLog = z.infer<typeof WebhookEventLog>;

const webhookUrl = () =>
  z.url({ protocol: /^https?$/ }).check(z.describe("Replaces the URL; http or https"));
const subscribedEvents = () =>
  z.array(z.enum(webhookEvents)).check(z.describe("Replaces the whole list"));
const notificationEmail = () => z.nullish(z.email());

/** A configuration's changes (api 4.8): webhookUrl and subscribedEvents are replaced with the supplied values. */
export const WebhookConfigurationUpdate = body(
  {
    webhookUrl: webhookUrl(),
    notificationEmail: notificationEmail(),
    subscribedEvents: subscribedEvents(),
    status: z.nullish(z.enum(webhookStatuses)),
  },
  "WebhookConfigurationUpdate",
);
export type WebhookConfigurationUpdate = z.infer<typeof WebhookConfigurationUpdate>;

/** A new configuration (neighbours): bound to a source or to a channel. */
export const WebhookConfigurationCreate = body(
  {
    configurationName: requestName().check(z.minLength(1)),
    sourceId: z.nullish(z.int()),
    channelId: z.nullish(z.int()),
    webhookUrl: webhookUrl(),
    notificationEmail: notificationEmail(),
    subscribedEvents: subscribedEvents(),
    status: z.nullish(z.enum(webhookStatuses)),
  },
  "WebhookConfigurationCreate",
);
export type WebhookConfigurationCreate = z.infer<typeof WebhookConfigurationCreate>;

/** Events to send again (neighbours). */
const WebhookEventRetry = body(
  {
    eventIds: z.array(z.int()).check(z.minLength(1), z.maxLength(100)),
    isAutomatedRetry: z.nullish(z.boolean()),
  },
  "WebhookEventRetry",
);
type WebhookEventRetry = z.infer<typeof WebhookEventRetry>;

// The API spells these three paths `webhhok`; the delivery log's path is spelled `webhook`.
export const webhookOperations = {
  listWebhookConfigurations: operation({
    method: "GET",
    path: "/webhhok/configurations",
    summary: "List webhook configurations",
    section: "neighbours",
    response: z.array(WebhookConfiguration),
    tokens: tokenMatrix.webhooks,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getWebhookConfiguration: operation({
    method: "GET",
    path: "/webhhok/configurations/{id}",
    summary: "Read one webhook configuration",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: WebhookConfiguration,
    tokens: tokenMatrix.webhooks,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  createWebhookConfiguration: operation({
    method: "POST",
    path: "/webhhok/configurations",
    summary: "Create a webhook configuration",
    section: "neighbours",
    body: WebhookConfigurationCreate,
    response: NewWebhookConfiguration,
    tokens: tokenMatrix.webhooks,
    changesState: true,
    role: "admin",
    act: "create webhooks",
    extension: true,
  }),
  updateWebhookConfiguration: operation({
    method: "PATCH",
    path: "/webhhok/configurations/{id}",
    summary: "Update a webhook configuration",
    description: "webhookUrl and subscribedEvents are replaced with the supplied values.",
    section: "api 4.8",
    params: z.object({ id: pathId() }),
    body: WebhookConfigurationUpdate,
    response: WebhookConfiguration,
    tokens: tokenMatrix.webhooks,
    changesState: true,
    role: "admin",
    act: "change webhooks",
    extension: false,
  }),
  listWebhookEventLogs: operation({
    method: "GET",
    path: "/webhook/configurations/{id}/event-logs",
    summary: "List a configuration's deliveries, newest first",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    query: z.object({
      page: pageNumber(),
      pageSize: pageSizeQuery(),
      webhookDeliveryStatus: z.optional(z.enum(webhookDeliveryStatuses)),
      ids: z.optional(z.string().check(z.describe("Comma-separated event ids"))),
    }),
    response: z.array(WebhookEventLog),
    tokens: tokenMatrix.webhooks,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  getWebhookDelivery: operation({
    method: "GET",
    path: "/webhook/event/{id}/attempts",
    summary: "Read the payload of an event and the attempts to deliver it",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: WebhookDelivery,
    tokens: tokenMatrix.webhooks,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  countWebhookDeliveries: operation({
    method: "GET",
    path: "/webhook/daily-counts",
    summary: "Count the events of the last 14 days by webhook, day and result",
    section: "neighbours",
    query: z.object({
      utcOffset: z._default(
        z.coerce
          .number<string | number>()
          .check(
            z.int(),
            z.gte(-1_440),
            z.lte(1_440),
            z.describe("Minutes by which days start before UTC"),
          ),
        0,
      ),
    }),
    response: z.array(WebhookDayCount),
    tokens: tokenMatrix.webhooks,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  retryWebhookEvents: operation({
    method: "POST",
    path: "/webhook/event/retry",
    summary: "Resend events",
    section: "neighbours",
    body: WebhookEventRetry,
    response: record({}, "Accepted"),
    status: 202,
    tokens: tokenMatrix.webhooks,
    changesState: true,
    role: "admin",
    act: "retry events",
    extension: true,
  }),
  rotateWebhookSecret: operation({
    method: "POST",
    path: "/webhook/configurations/{id}/rotate-secret",
    summary: "Replace a configuration's secret; the previous one signs for 24 hours more",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: WebhookSecret,
    tokens: tokenMatrix.webhooks,
    changesState: true,
    role: "admin",
    act: "replace signing secrets",
    extension: true,
  }),
  sendWebhookTestEvent: operation({
    method: "POST",
    path: "/webhook/configurations/{id}/test-event",
    summary: "Send a test event, also to a disabled configuration",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: WebhookEventLog,
    status: 202,
    tokens: tokenMatrix.webhooks,
    changesState: true,
    role: "admin",
    act: "send test events",
    extension: true,
  }),
};
