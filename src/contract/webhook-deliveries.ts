import * as z from "zod/mini";
import {
  flag,
  integer,
  list,
  maybe,
  record,
  requiredInt64,
  requiredInteger,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";

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
