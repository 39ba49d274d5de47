import type { Target } from "#database/connect.ts";
import { listen } from "#database/listen.ts";
import type { Sql } from "#database/sql.ts";
import {
  endEventsOfDeleted,
  ensureWebhookSecret,
  pruneWebhookEvents,
  releaseEvent,
  takeEvents,
  type TakenEvent,
  webhookChannel,
} from "#service/store/webhook-outbox.ts";
import { credentialHeaders, newWebhookSecret, signedHeaders } from "./sign-event.ts";
import { describeAttempt, hideSecrets, recordTry } from "./record-try.ts";
import { createPoster, fixedHeaders } from "./post-event.ts";

interface SenderOptions {
  readonly sql: Sql;
  /** The database's address, to be notified at once of events that other processes write. */
  readonly target?: Target;
  /** Also sends to private, loopback and link-local addresses (`SERVICE_WEBHOOK_PRIVATE=1`). */
  readonly allowPrivate?: boolean;
  /** For one try, from the connection to the end of the answer. */
  readonly timeoutMs?: number;
  /** Longer than a try can take: a process that is killed holds its events until then. */
  readonly leaseMs?: number;
  readonly retryDelays?: readonly number[];
  /** How often the outbox is searched without a reason to; due retries wait for it, and events without a notice. */
  readonly everyMs?: number;
  /** How often events are pruned that ended 30 days ago, and those of deleted webhooks are ended that were left. */
  readonly pruneEveryMs?: number;
  /** How long a stop waits for the tries under way. */
  readonly stopMs?: number;
  readonly log?: (message: string) => void;
}

export interface WebhookSender {
  /** Searches the outbox now, because an event may have been written. */
  wake(): void;
  /** Ends after the tries under way; those that take longer are broken off and repeated by the next process. */
  close(): Promise<void>;
}

/** Tries at the same time, in all and for one configuration: receivers that hang leave room for the others. */
const most = { inAll: 32, perConfiguration: 8, perFailing: 2 } as const;

/** How long an event can be viewed and sent again after its end. */
const keptMs = 30 * 24 * 3_600_000;

/** Events ended or deleted by one statement, so that it never takes long. */
const pruneLimit = 500;

/** A failing database would fill the log. */
const silentMs = 60_000;

/** Sends the events in the outbox until it is closed. Any number of processes may do so at once. */
export const startWebhookSender = ({
  sql,
  target,
  allowPrivate = false,
  timeoutMs = 15_000,
  leaseMs = 60_000,
  retryDelays,
  everyMs = 1_000,
  pruneEveryMs = 3_600_000,
  stopMs = 3_000,
  log = () => {},
}: SenderOptions): WebhookSender => {
  const poster = createPoster({ allowPrivate, timeoutMs });
  const underWay = new Map<Promise<void>, number>();
  let isStopped = false;
  let searching: Promise<void> | undefined;
  let searchAgain = false;
  let silentUntil = 0;

  const report = (error: unknown): void => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + silentMs;
    log(`Sending webhooks failed: ${error instanceof Error ? error.message : String(error)}`);
  };

  // A configuration from before there were secrets gets one; a person gets to know it by replacing it.
  const readSecrets = async ({
    secrets,
    configurationId,
  }: TakenEvent): Promise<readonly string[]> =>
    secrets.length > 0 ? secrets : ensureWebhookSecret(sql, configurationId, newWebhookSecret());

  const send = async (event: TakenEvent): Promise<void> => {
    const secrets = await readSecrets(event);
    const headers = {
      ...signedHeaders(event.messageId, event.payload, secrets, new Date()),
      ...credentialHeaders(event.url),
    };
    const startedAt = new Date();
    const start = performance.now();
    const answer = await poster.post(event.url, headers, event.payload);
    if (answer.kind === "stopped") return releaseEvent(sql, event);
    const result = hideSecrets(answer, event, headers);
    const timing = { startedAt, durationMs: performance.now() - start };
    const attempt = describeAttempt(event, { ...headers, ...fixedHeaders }, result, timing);
    await recordTry(sql, event, result, attempt, new Date(), retryDelays);
  };

  let pruning: Promise<void> | undefined;
  const prune = async (): Promise<void> => {
    while (!isStopped && (await endEventsOfDeleted(sql, pruneLimit)) === pruneLimit);
    const before = new Date(Date.now() - keptMs);
    while (!isStopped && (await pruneWebhookEvents(sql, before, pruneLimit)) === pruneLimit);
  };
  const startPruning = (): void => {
    pruning ??= prune()
      .catch(report)
      .finally(() => (pruning = undefined));
  };

  const underWayByConfiguration = (): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const id of underWay.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };

  const begin = (event: TakenEvent): void => {
    const sending = send(event)
      .catch(report)
      .finally(() => {
        underWay.delete(sending);
        wake();
      });
    underWay.set(sending, event.configurationId);
  };

  const search = async (): Promise<void> => {
    do {
      searchAgain = false;
      const room = most.inAll - underWay.size;
      if (isStopped || room === 0) return;
      const taken = await takeEvents(sql, {
        limit: room,
        perConfiguration: most.perConfiguration,
        perFailing: most.perFailing,
        underWay: underWayByConfiguration(),
        leaseMs,
      });
      for (const event of taken) begin(event);
    } while (searchAgain);
  };

  function wake(): void {
    searchAgain = true;
    searching ??= search()
      .catch(report)
      .finally(() => {
        searching = undefined;
        // A reason may have come after the last look.
        if (searchAgain && !isStopped) wake();
      });
  }

  const listener = target && listen(target, { channel: webhookChannel, onNotice: wake });
  const timer = setInterval(wake, everyMs);
  const pruneTimer = setInterval(startPruning, pruneEveryMs);
  wake();
  startPruning();
  return {
    wake,
    close: async () => {
      isStopped = true;
      clearInterval(timer);
      clearInterval(pruneTimer);
      await listener?.close();
      await Promise.all([searching, pruning]);
      const ended = Promise.all(underWay.keys());
      const patience = setTimeout(() => void poster.close(), stopMs);
      await ended;
      clearTimeout(patience);
      await poster.close();
    },
  };
};
