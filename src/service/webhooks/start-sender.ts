import { cutText } from "#contract/cut-text.ts";
import {
  type WebhookAttempt,
  webhookDisabledEvent,
  type WebhookEventLog,
} from "#contract/webhooks.ts";
import type { Target } from "#database/connect.ts";
import { listen } from "#database/listen.ts";
import type { Sql, TransactionSql } from "#database/sql.ts";
import { isUnavailable } from "#service/refusal.ts";
import {
  addAttempt,
  addNotice,
  endEventsOfDeleted,
  endTry,
  ensureWebhookSecret,
  type Following,
  noteHealth,
  pauseConfiguration,
  pruneWebhookEvents,
  releaseEvent,
  takeEvents,
  type TakenEvent,
  webhookChannel,
} from "#service/store/webhook-outbox.ts";
import {
  lockWebhookConfiguration,
  lockWebhookEventLogs,
  writeWebhookConfiguration,
  writeWebhookEventLogs,
} from "#service/store/webhooks.ts";
import { createPoster, fixedHeaders, type TryResult } from "./post-event.ts";
import { delayAfter, longestPauseMs } from "./retry-schedule.ts";
import {
  credentialHeaders,
  newWebhookSecret,
  readCredentials,
  signedHeaders,
} from "./sign-event.ts";

/** The part of a receiver's response that is stored. */
const storedCharacters = 4_000;

const hidden = "[hidden]";

/** The parts of an address's query as they are written: `name=value`, or a single word, which can be a key itself. */
const queryParts = ({ search }: URL): string[] => search.slice(1).split("&");

const hideValue = (part: string): string => {
  if (part === "") return part;
  const name = part.slice(0, part.indexOf("=") + 1);
  return `${name}${hidden}`;
};

/** Hides the values of a query, a password and a user name, which can be a key: secrets of the receiver. */
const withoutSecrets = (address: string): string => {
  const url = new URL(address);
  if (url.username !== "") url.username = hidden;
  if (url.password !== "") url.password = hidden;
  url.search = queryParts(url).map(hideValue).join("&");
  // It isn't sent.
  url.hash = "";
  return url.href.replaceAll(encodeURIComponent(hidden), hidden);
};

/** The value of a part of a query as it is written, as it is read, and as most programs write it. */
const spellValue = (part: string): string[] => {
  const written = part.slice(part.indexOf("=") + 1);
  const read = new URLSearchParams(`value=${written}`).get("value") ?? "";
  return [written, read, encodeURIComponent(read)];
};

/** The values that a receiver may repeat in its response, and that are not shown there either. */
const secretsIn = (event: TakenEvent, headers: Readonly<Record<string, string>>): string[] => {
  const url = new URL(event.url);
  return (
    [
      ...event.secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, "")]),
      ...(headers["webhook-signature"] ?? "").split(" ").flatMap((one) => one.split(",")[1] ?? []),
      ...queryParts(url).flatMap(spellValue),
      url.username,
      url.password,
      ...Object.values(readCredentials(event.url) ?? {}),
      (headers["authorization"] ?? "").replace(/^Basic /, ""),
    ]
      // A short value would hide parts of ordinary words.
      .filter((secret) => secret.length >= 6)
      // A shorter one may be the beginning of a longer one, whose rest would stay.
      .toSorted((a, b) => b.length - a.length)
  );
};

/** The part of a failed answer that the event log shows. */
const loggedCharacters = 200;

/** An answer's text in one line of visible characters. */
const inOneLine = (text: string): string =>
  cutText(text.replaceAll(/[\p{C}\s]+/gu, " ").trim(), loggedCharacters);

/** A result whose answer doesn't contain the secrets of either side; it is the reason of a failure. */
const hideSecrets = (
  result: EndedTry,
  event: TakenEvent,
  headers: Readonly<Record<string, string>>,
): EndedTry => {
  const secrets = secretsIn(event, headers);
  const hide = (text: string) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
  if (!("body" in result)) return result;
  const body = hide(result.body ?? "");
  return result.kind === "failed"
    ? { ...result, body, reason: inOneLine(body) || result.reason }
    : { ...result, body };
};

/** The beginning of a response, without what neither the database nor a screen can show. */
const shownBody = (body: string): string =>
  cutText(body, storedCharacters).replaceAll(/[^\P{C}\n\t]/gu, "\uFFFD");

const withoutProofs = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  "webhook-signature": (headers["webhook-signature"] ?? "").replaceAll(/,\S+/g, `,${hidden}`),
  ...("authorization" in headers && { authorization: `Basic ${hidden}` }),
});

/** The part of an attempt that people may see; its result has no secrets. */
const describeAttempt = (
  { url }: TakenEvent,
  headers: Readonly<Record<string, string>>,
  result: EndedTry,
  { startedAt, durationMs }: { readonly startedAt: Date; readonly durationMs: number },
): WebhookAttempt => {
  const body = "body" in result ? (result.body ?? "") : "";
  return {
    triedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    url: withoutSecrets(url),
    requestHeaders: result.kind === "refused" ? null : withoutProofs(headers),
    statusCode: "status" in result ? result.status : null,
    result: result.kind === "delivered" ? "Delivered" : result.reason,
    responseBody: shownBody(body),
    responseCut: body.length > storedCharacters,
  };
};

/** Everything but a try that was broken off. */
type EndedTry = Exclude<TryResult, { kind: "stopped" }>;

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
const recordTry = async (
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
