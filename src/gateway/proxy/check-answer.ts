import * as z from "zod/mini";
import { cutText } from "#contract/cut-text.ts";
import { ErrorBody, Issue, RateLimitBody } from "#contract/errors.ts";
import { accessDenied, type Operation } from "#contract/operation.ts";
import type { Failure, ProblemKind } from "#gateway/server/problems.ts";
import { capIssues } from "#http/list-issues.ts";
import { parseJson } from "#http/parse-json.ts";
import { isHtml, type UpstreamResult } from "./call-upstream.ts";
import type { NotAdmitted } from "./pace-requests.ts";

/** The longest pause of a token, whatever the upstream requests. */
const longestMs = 3_600_000;

/** The delay of Retry-After in milliseconds (seconds or a date, RFC 9110 10.2.3); undefined when it cannot be read. */
export const readRetryAfter = (
  header: string | string[] | undefined,
  wallClock: number,
): number | undefined => {
  const text = (typeof header === "string" ? header : header?.at(-1))?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, longestMs);
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - wallClock), longestMs);
};

/** The result of one call. */
export type Verdict =
  | {
      readonly kind: "success";
      readonly status: number;
      readonly value: unknown;
      readonly totalCount: string | undefined;
      /** The version of the record. */
      readonly etag: string | undefined;
      /** Number of places in the response that don't match the contract; it is forwarded anyway. */
      readonly contractIssues: number;
    }
  | {
      readonly kind: "failure";
      readonly failure: Failure;
      /** The upstream's status, if it responded. */
      readonly status: number | undefined;
      /** True if the upstream rejected the token itself, not only its type. */
      readonly tokenRefused: boolean;
      readonly retryAfterMs: number | undefined;
    };

type CheckedOperation = Pick<Operation, "changesState" | "response" | "status" | "tokens">;

const failed = (
  failure: Failure,
  more: { status?: number; tokenRefused?: boolean; retryAfterMs?: number | undefined } = {},
): Verdict => ({
  kind: "failure",
  failure,
  status: more.status,
  tokenRefused: more.tokenRefused ?? false,
  retryAfterMs: more.retryAfterMs,
});

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

const invalid = (detail: string, status: number): Verdict =>
  failed({ kind: "upstream-invalid", detail }, { status });

/** Statuses with which a proxy gives up while the upstream may continue. */
export const givenUp: ReadonlySet<number> = new Set([408, 499]);

/** Turns the upstream's result into a response, or into a failure with the correct outcome. */
export const checkAnswer = (
  operation: CheckedOperation,
  result: UpstreamResult,
  wallClock: number,
): Verdict => {
  if (result.kind === "unreachable")
    return failed({
      kind: "upstream-unreachable",
      detail: `${operation.changesState ? "Nothing was sent. " : ""}Try again in a few minutes. If it continues, ask an administrator.`,
      code: result.code,
    });
  if (result.kind === "unreadable") return invalid(result.detail, result.status);
  if (result.kind === "lost") return checkLost(operation, result.why);
  if (result.status >= 200 && result.status < 300) return checkSuccess(operation, result);
  if (result.status >= 500 || (operation.changesState && givenUp.has(result.status)))
    return checkBreakdown(operation, result, wallClock);
  if (result.status >= 400) return checkRefusal(operation, result, wallClock);
  return invalid(
    `The API responded with status ${result.status}. Redirects are not followed.`,
    result.status,
  );
};

const checkLost = ({ changesState }: CheckedOperation, why: "timeout" | "reset"): Verdict => {
  const detail =
    why === "timeout"
      ? "The API did not respond in time."
      : "The connection closed before the response was complete.";
  const status = why === "timeout" ? 504 : 502;
  return failed({ kind: changesState ? "outcome-unknown" : "upstream-failed", detail, status });
};

/** A strong ETag: a weak one can't be used with If-Match (RFC 9110, 8.8.3.2). */
export const etagPattern = /^"[!#-~]{1,200}"$/;

type Answer = Extract<UpstreamResult, { kind: "answer" }>;

const first = (header: string | string[] | undefined) =>
  typeof header === "string" ? header : header?.[0];

const isJson = (contentType: string | undefined) =>
  /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType?.trim() ?? "");

/** The JSON of the response; a 202 may have no body. */
const readValue = (
  operation: CheckedOperation,
  { headers, body }: Answer,
): { value: unknown } | undefined => {
  if (operation.status === 202 && body.length === 0) return { value: {} };
  return isJson(first(headers["content-type"])) ? parseJson(body) : undefined;
};

/** The number of places that don't match the contract; undefined if the value is nested too deeply to find out. */
const countIssues = ({ response }: CheckedOperation, value: unknown): number | undefined => {
  try {
    const checked = z.safeParse(response, value);
    return checked.success ? 0 : checked.error.issues.length;
  } catch (error) {
    // Rules within rules, as deep as the upstream likes: the stack ends before they do.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const checkSuccess = (operation: CheckedOperation, answer: Answer): Verdict => {
  const read = readValue(operation, answer);
  if (read === undefined)
    return invalid(
      isHtml(answer)
        ? "The response is an HTML page, not JSON. A proxy or a sign-in page may be answering instead of the API."
        : "The response is not complete, valid JSON.",
      answer.status,
    );
  const contractIssues = countIssues(operation, read.value);
  if (contractIssues === undefined)
    return invalid("The response is nested too deeply.", answer.status);
  const totalCount = first(answer.headers["x-total-count"]);
  const etag = first(answer.headers["etag"]);
  return {
    kind: "success",
    status: answer.status,
    value: read.value,
    totalCount: totalCount !== undefined && /^\d{1,15}$/.test(totalCount) ? totalCount : undefined,
    etag: etag !== undefined && etagPattern.test(etag) ? etag : undefined,
    contractIssues,
  };
};

const LooseError = z.object({
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  detail: z.optional(z.string()),
  issues: z.catch(z.optional(z.array(Issue)), undefined),
});

interface UpstreamError {
  readonly detail?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
}

/** The upstream's error: in the service's own format, or as text under a common name. */
const readError = (json: unknown): UpstreamError => {
  const own = z.safeParse(ErrorBody, json);
  if (own.success) return { detail: own.data.error, issues: own.data.issues };
  const limit = z.safeParse(RateLimitBody, json);
  if (limit.success) {
    const { error, data } = limit.data;
    return { detail: `${error} (${data.limit} requests in ${data.window})` };
  }
  const loose = z.safeParse(LooseError, json);
  if (!loose.success) return {};
  const { error, message, detail, issues } = loose.data;
  return { detail: error ?? message ?? detail, issues };
};

/** The longest text of the upstream's that a problem repeats, in characters: its answer can have many megabytes. */
const longestText = 2_000;

const cutIssue = ({ path, message }: Issue): Issue => ({
  path: cutText(path, longestText),
  message: cutText(message, longestText),
});

/** What a problem repeats of the upstream's error. */
const explain = (answer: Answer): Pick<Failure, "detail" | "issues"> => {
  const { detail, issues } = isJson(first(answer.headers["content-type"]))
    ? readError(parseJson(answer.body)?.value)
    : {};
  return {
    ...(detail === undefined ? {} : { detail: cutText(detail, longestText) }),
    ...(issues === undefined ? {} : { issues: capIssues(issues).map(cutIssue) }),
  };
};

const checkRefusal = (operation: CheckedOperation, answer: Answer, wallClock: number): Verdict => {
  const { status, headers } = answer;
  const explained = explain(answer);
  const retryAfterMs = readRetryAfter(headers["retry-after"], wallClock);
  const wrongType = explained.detail?.includes(accessDenied) ?? false;
  const kind: ProblemKind =
    status === 429
      ? "rate-limited"
      : status === 401 && !wrongType
        ? "token-refused"
        : status === 412
          ? "record-changed"
          : "upstream-refused";
  const wait = status === 429 ? { retryAfter: seconds(retryAfterMs ?? 1_000) } : {};
  const tokens = status === 401 || status === 403 ? { tokens: operation.tokens } : {};
  // Browsers take a 407 for their own proxy's, and give the page no response at all.
  const shown = status === 407 ? 502 : status;
  return failed(
    { kind, status: shown, ...explained, ...wait, ...tokens },
    { status, tokenRefused: kind === "token-refused", retryAfterMs },
  );
};

const checkBreakdown = (
  operation: CheckedOperation,
  answer: Answer,
  wallClock: number,
): Verdict => {
  const { status, headers } = answer;
  const retryAfterMs = readRetryAfter(headers["retry-after"], wallClock);
  return failed(
    {
      kind: operation.changesState ? "outcome-unknown" : "upstream-error",
      status: status === 503 || status === 504 ? status : 502,
      detail: explain(answer).detail ?? `The API responded with status ${status}.`,
      ...(retryAfterMs === undefined ? {} : { retryAfter: seconds(retryAfterMs) }),
    },
    { status, retryAfterMs },
  );
};

const refusals = {
  full: "queue-full",
  gone: "queue-left",
  closing: "stopping",
  paused: "rate-limited",
  "token-refused": "token-refused",
  "not-counted": "memory-unavailable",
} as const satisfies Record<NotAdmitted, ProblemKind>;

/** A call that was never sent: refused, with the time to try again. */
export const describeNotSent = (
  operation: Pick<Operation, "tokens">,
  why: NotAdmitted,
  retryAfterMs: number,
): Verdict =>
  failed(
    {
      kind: refusals[why],
      ...(why === "token-refused"
        ? { tokens: operation.tokens }
        : { retryAfter: seconds(retryAfterMs) }),
    },
    { retryAfterMs },
  );
