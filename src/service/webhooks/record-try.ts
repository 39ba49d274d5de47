import type { WebhookAttempt } from "#contract/webhook-deliveries.ts";
import { webhookDisabledEvent, type WebhookEventLog } from "#contract/webhooks.ts";
import type { Sql, TransactionSql } from "#database/sql.ts";
import { isUnavailable } from "#service/database-errors.ts";
import { addAttempt } from "#service/store/webhook-attempts.ts";
import {
  addNotice,
  endTry,
  type Following,
  noteHealth,
  pauseConfiguration,
  type TakenEvent,
} from "#service/store/webhook-outbox.ts";
import {
  lockWebhookConfiguration,
  lockWebhookEventLogs,
  writeWebhookConfiguration,
  writeWebhookEventLogs,
} from "#service/store/webhooks.ts";
import type { TryResult } from "./post-event.ts";
import { delayAfter, longestPauseMs } from "./retry-schedule.ts";

/** Everything but a try that was broken off. */
export type EndedTry = Exclude<TryResult, { kind: "stopped" }>;

/** A configuration whose deliveries have all failed for this long is disabled: as long as one event is retried. */
const disabledAfterMs = 3 * 24 * 3_600_000;

const createChanges = (result: EndedTry, at: string): Partial<WebhookEventLog> => {
  if (result.kind === "delivered")
    return {
      status: "published",
      publishedAt: at,
      statusCode: result.status,
      statusMessage: "Delivered",
    };
  return result.kind === "refused"
    ? { status: "internal_failure", statusCode: null, statusMessage: result.reason }
    : { status: "external_failure", statusCode: result.status, statusMessage: result.reason };
};

const recordInLog = async (
  sql: TransactionSql,
  event: TakenEvent,
  result: EndedTry,
  now: Date,
  { nextTryAt, isAskedFor }: Following,
): Promise<void> => {
  const [log] = await lockWebhookEventLogs(sql, [event.id]);
  if (log === undefined) return;
  const at = now.toISOString();
  const isRetry = event.tries > 1 && !event.askedFor;
  await writeWebhookEventLogs(sql, [
    {
      ...log,
      lastTriedAt: at,
      nextTryAt,
      retryCount: (log.retryCount ?? 0) + (isRetry ? 1 : 0),
      ...createChanges(result, at),
      // The person waits for the result of the try that was asked for.
      ...(isAskedFor ? { status: "processing" } : {}),
    },
  ]);
};

/** Disables a configuration and says so in its event log. */
const disable = async (
  sql: TransactionSql,
  configurationId: number,
  reason: string,
  now: Date,
): Promise<void> => {
  const configuration = await lockWebhookConfiguration(sql, configurationId);
  if (configuration?.status !== "active") return;
  const at = now.toISOString();
  await writeWebhookConfiguration(sql, { ...configuration, status: "disabled", updatedAt: at });
  const to = configuration.notificationEmail;
  await addNotice(sql, configurationId, {
    status: "internal_failure",
    eventType: webhookDisabledEvent,
    eventKey: `webhook:${configurationId}`,
    createdAt: at,
    lastTriedAt: null,
    nextTryAt: null,
    publishedAt: null,
    retryCount: 0,
    manualRetryCount: 0,
    statusCode: null,
    statusMessage: `Disabled: ${reason}. ${to ? `Notification address: ${to}` : "No notification address is set"}`,
  });
};

/** Milliseconds that the receiver asked to be left alone, within limits. */
const pauseAfter = (result: EndedTry): number =>
  Math.min((result.kind === "failed" && result.retryAfterMs) || 0, longestPauseMs);

const nextTryAfter = (
  { tries }: TakenEvent,
  result: EndedTry,
  now: Date,
  delays: readonly number[] | undefined,
): Date | undefined => {
  const delay = result.kind === "delivered" ? undefined : delayAfter(tries, delays);
  return delay === undefined
    ? undefined
    : new Date(now.getTime() + Math.max(delay, pauseAfter(result)));
};

const judgeConfiguration = async (
  sql: TransactionSql,
  { configurationId }: TakenEvent,
  result: EndedTry,
  now: Date,
): Promise<void> => {
  const failingSince = await noteHealth(sql, configurationId, result.kind === "delivered");
  if (result.kind === "failed" && result.status === 410)
    return disable(sql, configurationId, "the receiver responded with 410 Gone", now);
  if (failingSince !== undefined && now.getTime() - Date.parse(failingSince) >= disabledAfterMs)
    return disable(sql, configurationId, "no delivery has succeeded for three days", now);
  const pauseMs = pauseAfter(result);
  if (pauseMs > 0)
    await pauseConfiguration(sql, configurationId, new Date(now.getTime() + pauseMs));
};

/**
 * Writes down how a try ended, in the outbox, the event log and the configuration, and plans the next one. Nothing is
 * written when the event's lease had ended and another sender took it. Throws the database's error.
 */
export const recordTry = async (
  sql: Sql,
  event: TakenEvent,
  result: EndedTry,
  attempt: WebhookAttempt,
  now: Date,
  delays?: readonly number[],
): Promise<void> => {
  const nextTryAt = nextTryAfter(event, result, now, delays);
  const end = { isDelivered: result.kind === "delivered", ...(nextTryAt && { nextTryAt }) };
  try {
    await sql.begin(async (transaction) => {
      const following = await endTry(transaction, event, end);
      if (following === undefined) return;
      await addAttempt(transaction, event, attempt);
      await recordInLog(transaction, event, result, now, following);
      await judgeConfiguration(transaction, event, result, now);
    });
  } catch (error) {
    // A result that can't be stored must not repeat the event at the end of each lease, beyond the schedule.
    if (!isUnavailable(error)) await sql.begin((transaction) => endTry(transaction, event, end));
    throw error;
  }
};
