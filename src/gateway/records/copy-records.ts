import type { Operation } from "#contract/operation.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { RecordCopyState } from "#contract/copy-state.ts";
import type { SearchedKind } from "#contract/record-search.ts";
import { returnOperations } from "#contract/returns.ts";
import { decidableRmaStatuses, rmaOperations } from "#contract/rmas.ts";
import type { Query, Sql } from "#database/sql.ts";
import type { CopyJob, Copying, CopyRequest } from "#gateway/copying/copying.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { changedAtOf } from "./read-record.ts";
import type { CopyIds } from "./rma-lines.ts";
import {
  listExpired,
  listUnseen,
  markSeen,
  openCopy,
  readDatabaseTime,
  removeRecords,
  saveProgress,
  storeRecords,
} from "./record-store.ts";

const pageSize = 50;

/** How each kind is listed and read. */
const lists: Readonly<
  Record<
    SearchedKind,
    {
      readonly list: Operation;
      readonly read: Operation;
      readonly names: { readonly after: string; readonly page: string; readonly size: string };
      readonly more: string;
      /** Finds those that wait for a person, which are kept however long ago they were changed. */
      readonly waiting?: string;
    }
  >
> = {
  "purchase-orders": {
    list: purchaseOrderOperations.listPurchaseOrders,
    read: purchaseOrderOperations.getPurchaseOrder,
    names: { after: "filterUpdatedAfter", page: "filterPageNumber", size: "filterPageSize" },
    more: "",
  },
  rmas: {
    list: rmaOperations.listRmas,
    read: rmaOperations.getRma,
    names: { after: "updatedAfter", page: "pageNumber", size: "pageSize" },
    more: "",
    waiting: `&status=${decidableRmaStatuses.map(encodeURIComponent).join(",")}`,
  },
  returns: {
    list: returnOperations.listReturns,
    read: returnOperations.getReturn,
    names: { after: "updatedAfter", page: "pageNumber", size: "pageSize" },
    more: "&includeRmas=true",
    waiting: "&includeRmas=true&status=open",
  },
};

const waitingOnes = { after: "1970-01-01T00:00:00Z", page: 1, waiting: true } as const;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A page of the first reading may have changed since this gateway's clock, or the API's, said so. */
const clockSkewMs = 5 * minute;
/** Changes of one moment may become visible one after the other. */
const overlapMs = minute;
const checkMs = { shortest: minute, longest: 5 * minute } as const;
/** A week after one reading of all records, the next begins; it takes up to two, so all are read within 30 days. */
const sweepRestMs = 7 * day;
const sweepMs = 14 * day;
const pauseMs = { first: 5_000, longest: 5 * minute, refused: hour } as const;
const pruneMs = hour;
const mostPruned = 500;
const mostUnseen = 500;

/** A reading of all records, the newest first. */
interface Reading {
  /** By the database's clock: what was not seen since then is no longer listed. */
  readonly from: string;
  /** Only records that were changed later. */
  readonly after: string;
  readonly page: number;
  /** After all others: those that wait for a person. */
  readonly waiting?: true;
  /** After the last page: records to ask for alone, since the list did not have them. */
  readonly unseen: readonly string[] | null;
}

/** How far the copy of one kind is; in the database, so that another gateway continues. */
export interface CopyProgress {
  readonly reading: Reading | null;
  /** When the last reading ended, and how many pages it had. */
  readonly readAt: number | null;
  readonly pages: number;
  /** All changes up to this time of the API are known. */
  readonly since: string;
  /** The check for changes that is under way. */
  readonly check: { readonly page: number; readonly newest: string; readonly at: number } | null;
  readonly checkedAt: number | null;
  readonly checkEveryMs: number;
  /** The API does not list these records. */
  readonly unlisted?: boolean;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

const begin = (now: number): CopyProgress => ({
  reading: null,
  readAt: null,
  pages: 0,
  since: toIso(now - clockSkewMs),
  check: null,
  checkedAt: null,
  checkEveryMs: checkMs.shortest,
});

export const readProgress = (progress: string | null): CopyProgress | undefined =>
  progress === null ? undefined : (JSON.parse(progress) as CopyProgress);

/** What a search says of a copy. */
export const describeCopy = (progress: CopyProgress | undefined): RecordCopyState => ({
  phase:
    progress?.unlisted === true
      ? "unlisted"
      : progress === undefined || progress.readAt === null
        ? "loading"
        : "ready",
  checkedAt: progress?.checkedAt ?? null,
});

/** The copies of an upstream by kind, and how far each is. Where this gateway keeps none, all are off. */
export const readCopies = async (
  sql: Query,
  upstream: string,
  isOn: boolean,
): Promise<{
  readonly ids: CopyIds;
  readonly stateOf: (kind: string) => RecordCopyState;
}> => {
  const rows = isOn
    ? await sql<{ id: number; kind: string; progress: string | null }[]>`
        select id, kind, progress from gateway.record_copies where upstream = ${upstream}`
    : [];
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return {
    ids: new Map(rows.map(({ kind, id }) => [kind, id])),
    stateOf: (kind) =>
      isOn
        ? describeCopy(readProgress(byKind.get(kind)?.progress ?? null))
        : { phase: "off", checkedAt: null },
  };
};

interface JobOptions {
  readonly kind: SearchedKind;
  readonly upstream: string;
  readonly sql: () => Promise<Sql>;
  readonly fence: Copying["fence"];
  readonly days: number;
  /** The token with which lists are asked for now; undefined if there is none. */
  readonly tokenOf: (operation: Operation) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The API has no such list. */
export const isUnlistedStatus = (status: number | undefined): boolean =>
  status === 404 || status === 405 || status === 501;

/** Copies the records of one kind: all at first, then what changes, and all again slowly. */
export const createRecordJob = (options: JobOptions): CopyJob => {
  const { kind, upstream, sql, fence, days, tokenOf, now } = options;
  const { list, read, names, more, waiting } = lists[kind];
  let copyId = 0;
  let progress = begin(now());
  let failures = 0;
  let restUntil = 0;
  let refusedToken: string | undefined;
  let lastPageAt = Number.NEGATIVE_INFINITY;
  let prunedAt = Number.NEGATIVE_INFINITY;

  const save = async (
    transaction: Query,
    changes: Partial<CopyProgress>,
  ): Promise<CopyProgress> => {
    const next = { ...progress, ...changes };
    await saveProgress(transaction, copyId, next);
    return next;
  };
  const prune = async (): Promise<void> => {
    const oldest = now() - days * day;
    for (let pruned = mostPruned; pruned === mostPruned;)
      pruned = await fence(async (transaction) => {
        const ids = await listExpired(transaction, copyId, oldest, mostPruned);
        await removeRecords(transaction, copyId, ids);
        return ids.length;
      });
    prunedAt = now();
  };

  /** Waits after a failure: longer each time, and where only a person can help, an hour or until there is a new token. */
  const fail = async (verdict: Extract<Verdict, { kind: "failure" }>): Promise<void> => {
    const { status, failure } = verdict;
    const isRefused = status === 401 || status === 403 || failure.kind === "token-missing";
    const isUnlisted = isUnlistedStatus(status) || failure.kind === "token-missing";
    const growing = Math.min(pauseMs.longest, pauseMs.first * 2 ** failures);
    failures += 1;
    refusedToken = isRefused ? (tokenOf(list) ?? "") : undefined;
    restUntil = now() + (isRefused || isUnlisted ? pauseMs.refused : growing);
    if (isUnlisted) progress = await fence((transaction) => save(transaction, { unlisted: true }));
  };
  const listPage = (
    after: string,
    page: number,
    take: (transaction: Query, records: readonly unknown[]) => Promise<CopyProgress>,
    filter = more,
  ): CopyRequest => {
    const paging = `${names.page}=${page}&${names.size}=${pageSize}`;
    return {
      operation: list,
      path: `${list.path}?${names.after}=${encodeURIComponent(after)}&${paging}${filter}`,
      store: async (verdict) => {
        if (verdict.kind === "failure") return fail(verdict);
        failures = 0;
        lastPageAt = now();
        const records = Array.isArray(verdict.value) ? (verdict.value as readonly unknown[]) : [];
        progress = await fence(async (transaction) => {
          await storeRecords(transaction, copyId, kind, records);
          const { unlisted: _, ...listed } = await take(transaction, records);
          await saveProgress(transaction, copyId, listed);
          return listed;
        });
      },
    };
  };

  const checkChanges = (): CopyRequest => {
    const check = progress.check ?? { page: 1, newest: progress.since, at: now() };
    return listPage(progress.since, check.page, async (_transaction, records) => {
      const times = records.flatMap((record) => changedAtOf(kind, record) ?? []);
      const latest = Math.max(readTime(check.newest), ...times);
      // An API that ignores the time would list everything, each minute.
      const isFiltered = !times.some((time) => time < readTime(progress.since) - minute);
      if (records.length > 0 && isFiltered)
        return { ...progress, check: { ...check, page: check.page + 1, newest: toIso(latest) } };
      // A time in the future would hide all changes until then.
      const since = Math.min(latest, now()) - overlapMs;
      const hasChanged = latest > readTime(progress.since) + overlapMs;
      const every = hasChanged ? checkMs.shortest : progress.checkEveryMs * 2;
      return {
        ...progress,
        since: toIso(Math.max(since, readTime(progress.since))),
        check: null,
        checkedAt: check.at,
        checkEveryMs: Math.min(every, checkMs.longest),
      };
    });
  };
  const readOn = (reading: Reading): CopyRequest => {
    const take = async (transaction: Query, records: readonly unknown[]): Promise<CopyProgress> => {
      if (records.length > 0)
        return { ...progress, reading: { ...reading, page: reading.page + 1 } };
      const pages = reading.waiting ? progress.pages : reading.page;
      if (waiting !== undefined && !reading.waiting)
        return { ...progress, pages, reading: { ...reading, ...waitingOnes } };
      const unseen = await listUnseen(transaction, copyId, reading.from, mostUnseen);
      return unseen.length > 0
        ? { ...progress, pages, reading: { ...reading, unseen } }
        : { ...progress, pages, reading: null, readAt: now() };
    };
    return listPage(reading.after, reading.page, take, reading.waiting ? waiting : more);
  };
  /** A record that the list did not have: it may have moved between two pages, so it is asked for alone. */
  const readUnseen = (reading: Reading, [id, ...others]: readonly string[]): CopyRequest => ({
    operation: read,
    path: read.path.replace("{id}", id ?? ""),
    store: async (verdict) => {
      const { status } = verdict;
      const isGone = status === 404 || status === 410;
      if (verdict.kind === "failure" && !isGone && status !== 405 && status !== 501)
        return fail(verdict);
      failures = 0;
      lastPageAt = now();
      progress = await fence(async (transaction) => {
        if (verdict.kind === "success")
          await storeRecords(transaction, copyId, kind, [verdict.value]);
        if (isGone) await removeRecords(transaction, copyId, [id ?? ""]);
        else await markSeen(transaction, copyId, id ?? "");
        const unseen =
          others.length > 0
            ? others
            : await listUnseen(transaction, copyId, reading.from, mostUnseen);
        return save(
          transaction,
          unseen.length > 0
            ? { reading: { ...reading, unseen } }
            : { reading: null, readAt: now() },
        );
      });
    },
  });

  /** The first reading goes on at once, later ones are spread over two weeks. */
  const restOfSweep = (): number => {
    if (progress.readAt === null) return 0;
    const spread = Math.min(minute, sweepMs / Math.max(1, progress.pages));
    return lastPageAt + spread - now();
  };

  return {
    begin: async () => {
      const opened = await openCopy(await sql(), upstream, kind);
      copyId = opened.id;
      progress = readProgress(opened.progress) ?? begin(now());
    },
    next: async () => {
      if (refusedToken !== undefined && refusedToken !== (tokenOf(list) ?? "")) {
        refusedToken = undefined;
        restUntil = 0;
      }
      if (now() - prunedAt >= pruneMs) await prune();
      const rest = restUntil - now();
      if (rest > 0) return rest;
      // The first page of all records comes first: it has the newest.
      const untilCheck = (progress.checkedAt ?? 0) + progress.checkEveryMs - now();
      const isFirst = progress.reading === null && progress.readAt === null;
      if (!isFirst && (progress.check !== null || untilCheck <= 0)) return checkChanges();
      if (progress.reading === null) {
        const untilSweep = (progress.readAt ?? 0) + sweepRestMs - now();
        if (progress.readAt !== null && untilSweep > 0) return Math.min(untilCheck, untilSweep);
        const from = await readDatabaseTime(await sql());
        const after = toIso(now() - days * day);
        const reading = { from, after, page: 1, unseen: null };
        progress = await fence((transaction) => save(transaction, { reading }));
      }
      const reading = progress.reading!;
      const untilPage = restOfSweep();
      if (untilPage > 0) return Math.min(untilCheck, untilPage);
      return reading.unseen === null ? readOn(reading) : readUnseen(reading, reading.unseen);
    },
  };
};
