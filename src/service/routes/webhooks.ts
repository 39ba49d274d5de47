import type { Issue } from "#contract/errors.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import {
  countedDays,
  type WebhookConfiguration,
  type WebhookConfigurationCreate,
  webhookDisabledEvent,
  type WebhookEventLog,
  type webhookOperations,
  webhookTestEvent,
} from "#contract/webhooks.ts";
import type { Query, TransactionSql } from "#database/sql.ts";
import { givenList } from "#service/check-input.ts";
import type { HandlersOf } from "#service/handler.ts";
import { badRequest, notFound, Refusal, refuseOtherVersion, versionOf } from "#service/refusal.ts";
import { ownerExists } from "#service/store/account.ts";
import {
  addWebhookEvent,
  addWebhookSecret,
  askForTries,
  countWebhookEvents,
  endEventsOfDeleted,
  findEventsOfDeleted,
  noteHealth,
  readDelivery,
} from "#service/store/webhook-outbox.ts";
import {
  addWebhookConfiguration,
  listWebhookConfigurations,
  listWebhookEventLogs,
  lockWebhookConfiguration,
  lockWebhookEventLogs,
  readWebhookConfiguration,
  writeWebhookConfiguration,
  writeWebhookEventLogs,
} from "#service/store/webhooks.ts";
import { plannedTimes } from "#service/webhooks/retry-schedule.ts";
import { newWebhookSecret, secretOverlapMs } from "#service/webhooks/sign-event.ts";

/** A configuration is bound to one source or to one channel (api 6.2), which must exist. */
const bindingIssues = async (sql: Query, body: WebhookConfigurationCreate): Promise<Issue[]> => {
  const owners = [
    { type: "source", path: "sourceId", id: body.sourceId },
    { type: "channel", path: "channelId", id: body.channelId },
  ] as const;
  const given = owners.flatMap(({ id, ...owner }) =>
    id === null || id === undefined ? [] : [{ ...owner, id }],
  );
  if (given.length !== 1)
    return owners.map(({ path }) => ({ path, message: "Specify either sourceId or channelId" }));
  const found = await Promise.all(given.map(({ type, id }) => ownerExists(sql, type, id)));
  return given.flatMap(({ type, path, id }, index) =>
    found[index] === true ? [] : [{ path, message: `There is no ${type} ${id}` }],
  );
};

const demandConfiguration = async (
  sql: TransactionSql,
  id: number,
): Promise<WebhookConfiguration> => {
  const configuration = await lockWebhookConfiguration(sql, id);
  if (configuration === undefined) throw notFound("webhook configuration", id);
  return configuration;
};

/** Event ids of a query; unknown words are ids that no event has. */
const eventIds = (text: string | undefined): number[] | undefined =>
  givenList(text)?.map((word) => (pathIdPattern.test(word) ? Number(word) : 0));

/** Events of a deleted webhook that one request ends; the senders end the rest within the hour. */
const mostEnded = 2_000;

/** Events that can't be sent again: there is none with the id, it was never to be sent, or its webhook is deleted. */
const retryIssues = async (
  sql: TransactionSql,
  ids: readonly number[],
  logs: readonly WebhookEventLog[],
): Promise<Issue[]> => {
  const known = new Set(
    logs.flatMap(({ id, eventType }) => (eventType === webhookDisabledEvent ? [] : [id])),
  );
  const ofDeleted = await findEventsOfDeleted(sql, ids);
  return ids.flatMap((id, index) => {
    const message = !known.has(id)
      ? `There is no event ${id}`
      : ofDeleted.has(id)
        ? `The webhook of event ${id} is deleted. Enable it to send the event again`
        : undefined;
    return message === undefined ? [] : [{ path: `eventIds.${index}`, message }];
  });
};

const retried = (log: WebhookEventLog, isAutomated: boolean, now: Date): WebhookEventLog => ({
  ...log,
  status: "processing",
  nextTryAt: now.toISOString(),
  ...(isAutomated
    ? { retryCount: (log.retryCount ?? 0) + 1 }
    : { manualRetryCount: (log.manualRetryCount ?? 0) + 1 }),
});

export const webhookHandlers: HandlersOf<typeof webhookOperations> = {
  listWebhookConfigurations: async (_, { sql }) => ({ body: await listWebhookConfigurations(sql) }),

  getWebhookConfiguration: async ({ params }, { sql }) => {
    const configuration = await readWebhookConfiguration(sql, params.id);
    if (configuration === undefined) throw notFound("webhook configuration", params.id);
    return { body: configuration, version: versionOf(configuration) };
  },

  createWebhookConfiguration: ({ body }, { sql, now }) =>
    sql.begin(async (transaction) => {
      const issues = await bindingIssues(transaction, body);
      if (issues.length > 0) throw badRequest(issues);
      const at = now.toISOString();
      const configuration = await addWebhookConfiguration(transaction, {
        configurationName: body.configurationName,
        sourceId: body.sourceId ?? null,
        channelId: body.channelId ?? null,
        webhookUrl: body.webhookUrl,
        notificationEmail: body.notificationEmail ?? null,
        status: body.status ?? "active",
        subscribedEvents: [...new Set(body.subscribedEvents)],
        createdAt: at,
        updatedAt: at,
      });
      const secret = newWebhookSecret();
      await addWebhookSecret(transaction, configuration.id, secret, now);
      return { body: { ...configuration, secret }, version: versionOf(configuration) };
    }),

  updateWebhookConfiguration: ({ params, body }, { sql, now, ifMatch }) =>
    sql.begin(async (transaction) => {
      const before = await demandConfiguration(transaction, params.id);
      refuseOtherVersion(ifMatch, before);
      const after = {
        ...before,
        webhookUrl: body.webhookUrl,
        subscribedEvents: [...new Set(body.subscribedEvents)],
        notificationEmail: body.notificationEmail ?? before.notificationEmail,
        status: body.status ?? before.status,
        updatedAt: now.toISOString(),
      };
      await writeWebhookConfiguration(transaction, after);
      if (after.status === "deleted") await endEventsOfDeleted(transaction, mostEnded);
      // The days of failure before a person's change don't count against it.
      await noteHealth(transaction, params.id, true);
      return { body: after, version: versionOf(after) };
    }),

  listWebhookEventLogs: async ({ params, query }, { sql }) => {
    if ((await readWebhookConfiguration(sql, params.id)) === undefined)
      throw notFound("webhook configuration", params.id);
    const page = { number: query.page, size: query.pageSize };
    const { records, total } = await listWebhookEventLogs(
      sql,
      params.id,
      { status: query.webhookDeliveryStatus, ids: eventIds(query.ids) },
      page,
    );
    return { body: records, total };
  },

  getWebhookDelivery: async ({ params }, { sql }) => {
    const stored = await readDelivery(sql, params.id);
    if (stored === undefined) throw notFound("stored event", params.id);
    const { payload, tries, dueAt, attempts } = stored;
    const planned = plannedTimes(tries, dueAt === null ? undefined : new Date(dueAt));
    return {
      body: {
        id: params.id,
        payload,
        attempts,
        plannedAttempts: planned.map((time) => time.toISOString()),
      },
    };
  },

  countWebhookDeliveries: async ({ query: { utcOffset } }, { sql, now }) => {
    const day = 24 * 3_600_000;
    const offset = utcOffset * 60_000;
    const today = Math.floor((now.getTime() + offset) / day) * day - offset;
    const since = new Date(today - (countedDays - 1) * day);
    return { body: await countWebhookEvents(sql, since, utcOffset) };
  },

  retryWebhookEvents: ({ body }, { sql, now }) =>
    sql.begin(async (transaction) => {
      await askForTries(transaction, body.eventIds);
      const logs = await lockWebhookEventLogs(transaction, body.eventIds);
      const issues = await retryIssues(transaction, body.eventIds, logs);
      if (issues.length > 0) throw badRequest(issues);
      await writeWebhookEventLogs(
        transaction,
        logs.map((log) => retried(log, body.isAutomatedRetry === true, now)),
      );
      return { body: {} };
    }),

  rotateWebhookSecret: ({ params }, { sql, now }) =>
    sql.begin(async (transaction) => {
      await demandConfiguration(transaction, params.id);
      const secret = newWebhookSecret();
      const expireAt = new Date(now.getTime() + secretOverlapMs);
      await addWebhookSecret(transaction, params.id, secret, expireAt);
      return { body: { secret, previousSecretsExpireAt: expireAt.toISOString() } };
    }),

  sendWebhookTestEvent: ({ params }, { sql, now }) =>
    sql.begin(async (transaction) => {
      const configuration = await demandConfiguration(transaction, params.id);
      if (configuration.status === "deleted")
        throw new Refusal(400, "This webhook is deleted. Enable it to send a test event");
      const key = `test:${now.getTime()}`;
      const payload = {
        type: webhookTestEvent,
        timestamp: now.toISOString(),
        data: { configurationId: params.id, configurationName: configuration.configurationName },
      };
      const event = { type: webhookTestEvent, key, payload: JSON.stringify(payload) };
      return { body: await addWebhookEvent(transaction, params.id, event) };
    }),
};
