import { readTime } from "#contract/read-time.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import type { Sql } from "#database/sql.ts";
import type { CopyJob, Copying, CopyRequest } from "#gateway/copying/copying.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { isUnlistedStatus } from "./copy-records.ts";
import { storeWaits, type Wait } from "./facts.ts";
import { readId, toRecord, toRecords, toText } from "./read-record.ts";
import { openCopy, saveProgress } from "./record-store.ts";

/** Under this kind its rows are beside those of the copies of records. */
export const webhookCopy = "webhooks";

const { listWebhookConfigurations: list, listWebhookEventLogs: log } = webhookOperations;

const everyMs = 5 * 60_000;
const refusedMs = 60 * 60_000;
/** Each costs a request. */
const mostChecked = 50;
const entries = 25;

type Loose = Readonly<Record<string, unknown>>;

/** Whether a delivery was attempted at all, and the last attempt failed. */
const hasFailed = ({ status, retryCount }: Loose): boolean | undefined =>
  status === "external_failure" || status === "internal_failure"
    ? true
    : status === "published"
      ? false
      : status === "processing" && Number(retryCount) > 0
        ? true
        : undefined;

/**
 * A webhook fails while the newest of its attempted deliveries has failed, since the first of those without a success
 * after it; undefined if it works.
 */
export const readFailing = (webhook: unknown, deliveries: unknown): Wait | undefined => {
  const { configurationName, sourceId } = toRecord(webhook);
  const tried = toRecords(deliveries).filter((one) => hasFailed(one) !== undefined);
  const worked = tried.findIndex((one) => hasFailed(one) === false);
  const failed = worked < 0 ? tried : tried.slice(0, worked);
  const [newest, oldest] = [failed[0], failed.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  const since = readTime(toText(oldest["createdAt"]));
  return {
    kind: "webhook",
    since: Number.isNaN(since) ? null : new Date(since).toISOString(),
    source: sourceId === undefined ? null : (readId(toRecord(webhook), "sourceId") ?? null),
    units: failed.length,
    cents: null,
    name: toText(configurationName).slice(0, 200),
    status: null,
    detail: toText(newest["statusMessage"]).slice(0, 500),
  };
};

interface WebhookJobOptions {
  readonly upstream: string;
  readonly sql: () => Promise<Sql>;
  readonly fence: Copying["fence"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Checks the deliveries of all active webhooks every five minutes, one request after the other. */
export const createWebhookJob = ({ upstream, sql, fence, now }: WebhookJobOptions): CopyJob => {
  let copyId = 0;
  let left: Loose[] = [];
  let restUntil = 0;

  const fail = async ({ status, failure }: Extract<Verdict, { kind: "failure" }>) => {
    const isUnlisted = isUnlistedStatus(status) || failure.kind === "token-missing";
    const isRefused = isUnlisted || status === 401 || status === 403;
    left = [];
    restUntil = now() + (isRefused ? refusedMs : everyMs);
    if (isUnlisted)
      await fence((transaction) => saveProgress(transaction, copyId, { unlisted: true }));
  };
  const finish = async () => {
    restUntil = now() + everyMs;
    const progress = { readAt: now(), checkedAt: now() };
    await fence((transaction) => saveProgress(transaction, copyId, progress));
  };
  const readList = (): CopyRequest => ({
    operation: list,
    path: list.path,
    store: async (verdict) => {
      if (verdict.kind === "failure") return fail(verdict);
      const active = toRecords(verdict.value).filter(
        (one) => one["status"] === "active" && readId(one, "id") !== undefined,
      );
      const ids = active.map((one) => readId(one, "id")!);
      await fence(
        (transaction) => transaction`
          delete from gateway.record_waits
          where copy_id = ${copyId} and record_id <> all(${ids}::bigint[])`,
      );
      left = active.slice(0, mostChecked);
      if (left.length === 0) await finish();
    },
  });
  const readLog = (webhook: Loose): CopyRequest => {
    const id = readId(webhook, "id")!;
    return {
      operation: log,
      path: `${log.path.replace("{id}", id)}?page=1&pageSize=${entries}`,
      store: async (verdict) => {
        if (verdict.kind === "failure" && verdict.status !== 404) return fail(verdict);
        const failing =
          verdict.kind === "success" ? readFailing(webhook, verdict.value) : undefined;
        await fence((transaction) =>
          storeWaits(transaction, copyId, [{ id, waits: failing ? [failing] : [] }]),
        );
        left = left.slice(1);
        if (left.length === 0) await finish();
      },
    };
  };

  return {
    begin: async () => {
      copyId = (await openCopy(await sql(), upstream, webhookCopy)).id;
      left = [];
    },
    next: async () => {
      const [first] = left;
      if (first !== undefined) return readLog(first);
      const rest = restUntil - now();
      return rest > 0 ? rest : readList();
    },
  };
};
