import * as z from "zod/mini";
import { Account, accountOperations } from "#contract/account.ts";
import type { ConnectionFailure, FailureCause } from "#contract/connection.ts";
import { accessDenied, type Operation } from "#contract/operation.ts";
import { nameOperation, readServed, servedMs } from "#contract/served.ts";
import { isHtml, type UpstreamResult } from "./call-upstream.ts";
import type { Verdict } from "./check-answer.ts";

const causes: Readonly<Record<string, FailureCause>> = {
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  EAI_FAIL: "name",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "no-route",
  ENETUNREACH: "no-route",
  ENETDOWN: "no-route",
  ETIMEDOUT: "connect-timeout",
  UND_ERR_CONNECT_TIMEOUT: "connect-timeout",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate",
  UNABLE_TO_GET_ISSUER_CERT: "certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate",
  CERT_UNTRUSTED: "certificate",
  CERT_REVOKED: "certificate",
  CERT_HAS_EXPIRED: "certificate-date",
  CERT_NOT_YET_VALID: "certificate-date",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-name",
  EPROTO: "not-tls",
};

/** The cause of a failed connection, by the network's short name for it. */
export const causeOfCode = (code: string): FailureCause =>
  causes[code] ?? (code.startsWith("ERR_SSL_") ? "not-tls" : "no-connection");

type Answer = Extract<UpstreamResult, { kind: "answer" }>;

/** Whether a response to `GET /account` is the API's: each account has an ID, which other programs' JSON lacks. */
export const isAccount = (value: unknown): boolean => {
  const read = z.safeParse(Account, value);
  return read.success && typeof read.data.id === "number";
};

const readsAccount = ({ path }: Pick<Operation, "path">): boolean =>
  path === accountOperations.getAccount.path;

const byStatus: Readonly<Record<number, FailureCause>> = { 407: "proxy", 429: "rate-limit" };

const causeOfAnswer = (
  operation: Pick<Operation, "path">,
  answer: Answer,
  verdict: Verdict,
): FailureCause | undefined => {
  const { status } = answer;
  if (verdict.kind === "success")
    return readsAccount(operation) && !isAccount(verdict.value) ? "not-account" : undefined;
  if (status < 300) return "not-json";
  if (status < 400) return "redirect";
  if (status >= 500) return "server";
  if (status === 401) return verdict.tokenRefused ? "token" : "token-type";
  if (status === 403)
    return verdict.failure.detail?.includes(accessDenied) ? "token-type" : "forbidden";
  // A list or a record that does not exist is no failure of the connection.
  if (status === 404 || status === 405) return readsAccount(operation) ? "not-found" : undefined;
  return byStatus[status] ?? (isHtml(answer) ? "not-json" : undefined);
};

/** The cause of a call's failure; undefined if it succeeded, or was refused for what it asked. */
export const nameCause = (
  operation: Pick<Operation, "path">,
  result: UpstreamResult,
  verdict: Verdict,
): FailureCause | undefined => {
  if (result.kind === "unreachable")
    return result.code === "closing" ? undefined : causeOfCode(result.code);
  if (result.kind === "lost") return result.why === "timeout" ? "timeout" : "cut";
  return result.kind === "unreadable" ? "not-json" : causeOfAnswer(operation, result, verdict);
};

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
  /** Whether it serves an operation ("GET /rma"), as far as is known. */
  served(): Record<string, boolean>;
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
  const served = new Map<string, { readonly is: boolean; readonly at: number }>();
  const listServed = () => [...served].filter(([, { at }]) => now() - at < servedMs);

  const learnServed = (operation: Operation, status: number) => {
    const name = nameOperation(operation);
    const before = Object.fromEntries(listServed())[name]?.is;
    const is = readServed(operation, status, before);
    if (is !== undefined) served.set(name, { is, at: now() });
  };
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
      if (answered) learnServed(operation, status);
    },
    news: () => news,
    failures: () => [...failures.values()].toReversed(),
    served: () => Object.fromEntries(listServed().map(([name, { is }]) => [name, is])),
  };
};
