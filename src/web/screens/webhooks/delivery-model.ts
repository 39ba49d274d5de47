import { readTime } from "#contract/read-time.ts";
import {
  type WebhookConfiguration,
  webhookDisabledEvent,
  type WebhookEventLog,
} from "#contract/webhooks.ts";

/** The number of events that are newer than all shown ones; IDs grow. */
export const countNew = (
  shown: readonly { readonly id: number }[],
  newest: readonly { readonly id: number }[],
): number => {
  const last = Math.max(0, ...shown.map(({ id }) => id));
  return newest.filter(({ id }) => id > last).length;
};

/** Whether a delivery is retried: at its time, later than planned, or never. */
export const describeAttempt = (
  { status, nextTryAt }: Pick<WebhookEventLog, "status" | "nextTryAt">,
  now: number,
): "none" | "planned" | "overdue" => {
  if (!nextTryAt || status === "published") return "none";
  // An unreadable time is shown as it came.
  return readTime(nextTryAt) < now ? "overdue" : "planned";
};

/** Events that a person sent again together. */
export interface SentEvents {
  /** Tells their results from those of an earlier time. */
  readonly run: number;
  /** Their entries in the log before. */
  readonly events: readonly WebhookEventLog[];
}

/** Whether an entry of the log is an event: the others report something about the webhook, and are never sent. */
export const isSendable = ({ eventType }: Pick<WebhookEventLog, "eventType">): boolean =>
  eventType !== webhookDisabledEvent;

/** Why the API refuses to send these entries of a webhook's log again; undefined if it doesn't. */
export const whyUnsendable = (
  status: WebhookConfiguration["status"],
  events?: readonly WebhookEventLog[],
): string | undefined => {
  if (status === "deleted") return "This webhook is deleted. Enable it to send events again";
  return events && !events.some(isSendable)
    ? "An entry that reports that the webhook was disabled can't be sent"
    : undefined;
};

/** Whether an event that was sent again has been tried since: until then, its entry may be the one from before. */
const isTried = (before: WebhookEventLog, now: WebhookEventLog): boolean =>
  now.status !== "processing" &&
  (now.status !== before.status || (now.lastTriedAt ?? null) !== (before.lastTriedAt ?? null));

/** The entry of an event that was sent again; it is being delivered until it has been tried. */
export const toResult = (
  before: WebhookEventLog,
  now: WebhookEventLog | undefined,
): WebhookEventLog => {
  if (now && (now.status === "processing" || isTried(before, now))) return now;
  return { ...before, ...now, status: "processing", statusMessage: null };
};

/** Whether the result of an event is still missing. */
export const isWaiting = ({ status }: WebhookEventLog): boolean => status === "processing";

/** The pauses between the reads of results, in ms: a receiver has 15 s to respond, and events wait for one another. */
const pauses = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000];

/** The pause before results are read once more, after this many reads; false after the last one. */
export const pauseAfter = (reads: number): number | false => pauses[reads - 1] ?? false;
