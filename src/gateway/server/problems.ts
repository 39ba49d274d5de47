import type { Issue, Outcome, Problem } from "#contract/errors.ts";

/** All problems of the gateway: default status, title and outcome. */
const kinds = {
  "bad-request": {
    status: 400,
    title: "The request is invalid",
    outcome: "refused",
  },
  "cross-site": {
    status: 403,
    title: "Requests from other sites are not allowed",
    outcome: "refused",
  },
  "host-replaced": {
    status: 403,
    title: "The console doesn't know its public address",
    outcome: "refused",
  },
  "unknown-path": { status: 404, title: "This address doesn't exist", outcome: "refused" },
  "unknown-method": {
    status: 405,
    title: "This address doesn't support this method",
    outcome: "refused",
  },
  "too-large": { status: 413, title: "The request is too large", outcome: "refused" },
  "unsupported-body": {
    status: 415,
    title: "The body must be uncompressed JSON",
    outcome: "refused",
  },
  misdirected: {
    status: 421,
    title: "This host name is not allowed",
    outcome: "refused",
  },
  "signed-out": { status: 401, title: "You are signed out", outcome: "refused" },
  "role-too-low": { status: 403, title: "Your role doesn't allow this", outcome: "refused" },
  "token-missing": {
    status: 401,
    title: "No token is configured for this operation",
    outcome: "refused",
  },
  "token-refused": { status: 401, title: "The API rejected the token", outcome: "refused" },
  "upstream-refused": {
    status: 502,
    title: "The API rejected the request",
    outcome: "refused",
  },
  "upstream-error": { status: 502, title: "The API had an error", outcome: "refused" },
  "upstream-unreachable": {
    status: 502,
    title: "The API can't be reached",
    outcome: "refused",
  },
  "upstream-failed": {
    status: 502,
    title: "The API did not respond",
    outcome: "refused",
  },
  "outcome-unknown": {
    status: 502,
    title: "Status unknown: the change may have been made",
    outcome: "unknown",
  },
  "upstream-invalid": {
    status: 502,
    title: "The API's response is invalid",
    outcome: "invalid",
  },
  "record-changed": {
    status: 412,
    title: "The record has changed since it was loaded",
    outcome: "refused",
  },
  "rate-limited": {
    status: 429,
    title: "The API's rate limit is reached",
    outcome: "refused",
  },
  "queue-full": { status: 503, title: "Too many requests are waiting", outcome: "refused" },
  "queue-left": {
    status: 503,
    title: "The request was canceled before it was sent",
    outcome: "refused",
  },
  "run-under-way": {
    status: 409,
    title: "These orders are already being received",
    outcome: "refused",
  },
  "run-not-unknown": {
    status: 409,
    title: "This run doesn't need to be settled",
    outcome: "refused",
  },
  "not-candidates": {
    status: 409,
    title: "Some of these orders can't be part of this run",
    outcome: "refused",
  },
  "key-reused": {
    status: 422,
    title: "This Idempotency-Key was used for another change",
    outcome: "refused",
  },
  "change-under-way": {
    status: 409,
    title: "This change is still in progress",
    outcome: "unknown",
  },
  "already-made": {
    status: 409,
    title: "This change was already made, and its response isn't stored",
    outcome: "unknown",
  },
  "change-not-unknown": {
    status: 409,
    title: "This change doesn't need to be settled",
    outcome: "refused",
  },
  "memory-unavailable": {
    status: 503,
    title: "The gateway's database is not responding, so nothing was sent",
    outcome: "refused",
  },
  "memory-full": {
    status: 503,
    title: "The disk of the gateway's database is full, so nothing was sent",
    outcome: "refused",
  },
  "memory-failed": {
    status: 503,
    title: "The gateway's database is not responding",
    outcome: "unknown",
  },
  stopping: { status: 503, title: "The gateway is stopping", outcome: "refused" },
  internal: { status: 500, title: "The gateway failed", outcome: "unknown" },
} as const satisfies Record<string, { status: number; title: string; outcome: Outcome }>;

export type ProblemKind = keyof typeof kinds;

/** Details of one problem. */
interface ProblemDetails {
  readonly status?: number;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  readonly retryAfter?: number;
  readonly tokens?: readonly string[];
  readonly outcome?: Outcome;
  readonly runId?: number;
  readonly code?: string;
}

/** A problem that is not yet assigned to a request. */
export interface Failure extends ProblemDetails {
  readonly kind: ProblemKind;
}

export const problemContentType = "application/problem+json; charset=utf-8";

/** RFC 9457 problem details. */
export const describeProblem = ({ kind, ...details }: Failure, requestId: string): Problem => {
  const { status, title, outcome } = kinds[kind];
  return {
    type: `urn:supercargo:problem:${kind}`,
    title,
    status: details.status ?? status,
    outcome: details.outcome ?? outcome,
    requestId,
    ...(details.detail === undefined ? {} : { detail: details.detail }),
    ...(details.issues === undefined ? {} : { issues: [...details.issues] }),
    ...(details.retryAfter === undefined ? {} : { retryAfter: details.retryAfter }),
    ...(details.tokens === undefined ? {} : { tokens: [...details.tokens] }),
    ...(details.code === undefined ? {} : { code: details.code }),
    ...(details.runId === undefined ? {} : { runId: details.runId }),
  };
};
