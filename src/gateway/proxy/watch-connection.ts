import { accountOperations } from "#contract/account.ts";
import type { ConnectionFailure, FailureCause } from "#contract/connection.ts";
import type { Operation } from "#contract/operation.ts";
import type { UpstreamResult } from "./call-upstream.ts";
import type { Verdict } from "./check-answer.ts";
import { isHtml } from "./is-html.ts";
import { nameCause } from "./name-cause.ts";

/** The upstream's state according to its last responses. */
interface UpstreamNews {
  readonly lastAnswer: { readonly status: number; readonly at: number } | undefined;
  /** When it last responded without a 5xx, on the monotonic clock. */
  readonly healthyAt: number | undefined;
  /** When the first call failed since the last response. */
  readonly silentSince: number | undefined;
  /** Whether the last answer to `GET /account` was not the API's. */
  readonly accountMissing: boolean;
  /** By how much its clock is ahead, in milliseconds. */
  readonly clockAheadMs: number | undefined;
}

export interface ConnectionWatch {
  report(operation: Operation, result: UpstreamResult, verdict: Verdict): void;
  news(): UpstreamNews;
  /** The failures by cause, the newest first. */
  failures(): readonly ConnectionFailure[];
}

interface Clocks {
  readonly now: () => number;
  readonly wallClock: () => number;
}

/** Answers of another program than the API. */
const foreign: ReadonlySet<FailureCause | undefined> = new Set([
  "not-found",
  "not-account",
  "not-json",
  "redirect",
]);

/** The upstream's clock against this one; its date has no fraction of a second. */
const readClock = (result: UpstreamResult, wallClock: number): number | undefined => {
  if (result.kind !== "answer") return undefined;
  const ahead = Date.parse(String(result.headers["date"] ?? "")) + 500 - wallClock;
  return Number.isNaN(ahead) ? undefined : Math.round(ahead);
};

/** Remembers what the responses say about the connection. No text of a response is kept: it may contain anything. */
export const watchConnection = ({ now, wallClock }: Clocks): ConnectionWatch => {
  const failures = new Map<FailureCause, ConnectionFailure>();
  let news: UpstreamNews = {
    lastAnswer: undefined,
    healthyAt: undefined,
    silentSince: undefined,
    accountMissing: false,
    clockAheadMs: undefined,
  };

  const countFailure = (
    operation: Operation,
    result: UpstreamResult,
    verdict: Verdict,
    cause: FailureCause,
  ) => {
    const count = (failures.get(cause)?.count ?? 0) + 1;
    failures.delete(cause);
    failures.set(cause, {
      cause,
      code: result.kind === "unreachable" ? result.code : null,
      status: verdict.status ?? null,
      html: result.kind === "answer" && isHtml(result),
      request: `${operation.method} ${operation.path}`,
      tokens: [...operation.tokens],
      count,
      at: new Date(wallClock()).toISOString(),
    });
  };

  return {
    report: (operation, result, verdict) => {
      const { status } = verdict;
      const at = wallClock();
      const answered = status !== undefined;
      const cause = nameCause(operation, result, verdict);
      const isAccount = operation.path === accountOperations.getAccount.path;
      news = {
        lastAnswer: answered ? { status, at } : news.lastAnswer,
        healthyAt: answered && status < 500 ? now() : undefined,
        silentSince: answered ? undefined : (news.silentSince ?? at),
        accountMissing:
          answered && isAccount && status < 500 ? foreign.has(cause) : news.accountMissing,
        clockAheadMs: readClock(result, at) ?? news.clockAheadMs,
      };
      if (cause !== undefined) countFailure(operation, result, verdict, cause);
    },
    news: () => news,
    failures: () => [...failures.values()].toReversed(),
  };
};
