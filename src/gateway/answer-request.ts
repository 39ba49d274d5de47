import type { Problem } from "#contract/errors.ts";
import { mayHaveLargeIntegers } from "#contract/exact-json.ts";
import { decodeJson } from "#http/parse-json.ts";
import { whenClosed } from "#http/observe-requests.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Outcome } from "./forward-call.ts";
import { describeProblem, type Failure, problemContentType, type ProblemKind } from "./problems.ts";
import { plainPageHeaders } from "./plain-page.ts";
import {
  isCodeRefused,
  isNavigation,
  writeProblemPage,
  writeProblemScript,
} from "./problem-page.ts";
import type { Redactor } from "./redact-secrets.ts";

/** The settings of all responses: tokens are removed, and a client that reads nothing for `stallMs` is disconnected. */
export interface Answering {
  readonly redactor: Redactor;
  readonly stallMs: number;
}

const jsonContentType = "application/json; charset=utf-8";

/**
 * The console's preference (RFC 7240) for operations and records that the API may not have: browsers report each such
 * status as an error of the page, although the console expects it.
 */
const preference = "status=200";
const expected: ReadonlySet<number> = new Set([404, 405, 501]);

/** The status that is sent: the problem's, or 200 with the problem's in `X-Status` if the client prefers that. */
const statusFor = (reply: FastifyReply, status: number): number => {
  if (!expected.has(status) || reply.request.headers["prefer"] !== preference) return status;
  reply.header("preference-applied", preference).header("x-status", String(status));
  return 200;
};

/** These have a line of their own, with more facts. */
const loggedBefore: ReadonlySet<ProblemKind> = new Set(["signed-out", "role-too-low", "internal"]);

/** These details are the gateway's own, and the administrator needs them. */
const loggedDetails: ReadonlySet<ProblemKind> = new Set(["host-replaced", "misdirected"]);

/**
 * Writes the line that is found by the id on the screen. Other details are left out: the upstream's words could name people.
 */
const logProblem = ({ request }: FastifyReply, kind: ProblemKind, problem: Problem): void => {
  const { status, outcome } = problem;
  if (expected.has(status) || loggedBefore.has(kind)) return;
  const { method, url = "" } = request.routeOptions;
  const facts = loggedDetails.has(kind) ? { detail: problem.detail } : {};
  request.log.warn(
    { kind, status, outcome, route: `${String(method)} ${url}`, ...facts },
    "a request failed",
  );
};

/** Sends a problem: as a page where a browser opens the address, else as JSON. */
export const answerProblem = (
  reply: FastifyReply,
  failure: Failure,
  { redactor, stallMs }: Answering,
): FastifyReply => {
  const problem = describeProblem(failure, reply.request.id);
  logProblem(reply, failure.kind, problem);
  if (failure.retryAfter !== undefined) reply.header("retry-after", String(failure.retryAfter));
  if (isNavigation(reply.request.method, reply.request.headers.accept)) {
    const page = redactor.text(writeProblemPage(failure.kind, problem));
    return send(
      reply.headers(plainPageHeaders),
      problem.status,
      plainPageHeaders["content-type"],
      page,
      stallMs,
    );
  }
  // Browsers run no script of an error's status.
  if (isCodeRefused(failure.kind, reply.request.url))
    return send(
      reply,
      200,
      "text/javascript; charset=utf-8",
      redactor.text(writeProblemScript(failure.kind, problem)),
      stallMs,
    );
  const status = statusFor(reply, problem.status);
  return send(reply, status, problemContentType, redactor.serialise(problem), stallMs);
};

/** Sends JSON of the gateway or of the upstream. */
export const answerJson = (
  reply: FastifyReply,
  status: number,
  value: unknown,
  { redactor, stallMs }: Answering,
): FastifyReply => send(reply, status, jsonContentType, redactor.serialise(value), stallMs);

/** Sends JSON text unchanged, unless it contains a token. */
export const answerText = (
  reply: FastifyReply,
  status: number,
  json: string,
  { redactor, stallMs }: Answering,
): FastifyReply => {
  const text = redactor.text(json) === json ? json : redactor.serialise(JSON.parse(json));
  return send(reply, status, jsonContentType, text, stallMs);
};

const send = (
  reply: FastifyReply,
  status: number,
  type: string,
  text: string,
  stallMs: number,
): FastifyReply => {
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  return reply
    .code(status)
    .header("content-type", type)
    .header("cache-control", "no-store")
    .header("x-request-id", reply.request.id)
    .send(text);
};

const milliseconds = (ms: number) => String(Math.round(ms * 10) / 10);

/** A serialized success. */
export interface WrittenAnswer {
  readonly status: number;
  readonly text: string;
  readonly totalCount: string | undefined;
  readonly etag: string | undefined;
  readonly contractIssues: number;
}

/** Writes the value, where IDs beyond 2^53 are texts; with such, the answer as received, unless it contains a token. */
const writeValue = (value: unknown, { answer }: Outcome, redactor: Redactor): string => {
  const written = redactor.serialise(value);
  if (answer?.kind !== "answer" || !mayHaveLargeIntegers(written)) return written;
  const received = decodeJson(answer.body);
  return received === undefined || redactor.text(received) !== received ? written : received;
};

/** Serializes the result of an operation, or returns why it cannot be sent. */
export const writeOutcome = (
  outcome: Outcome,
  redactor: Redactor,
): WrittenAnswer | { readonly failure: Failure } => {
  const { verdict } = outcome;
  if (verdict.kind === "failure") return { failure: verdict.failure };
  const { status, value, totalCount, contractIssues } = verdict;
  const etag = redactor.text(verdict.etag ?? "") === verdict.etag ? verdict.etag : undefined;
  try {
    const text = writeValue(value, outcome, redactor);
    return { status, text, totalCount, etag, contractIssues };
  } catch {
    // A response with tens of thousands of nested levels can be parsed, but not serialized again.
    return { failure: { kind: "upstream-invalid", detail: "The response is nested too deeply." } };
  }
};

/** Adds a header with the time that a call waited here and at the upstream. */
export const addTimingHeader = (
  reply: FastifyReply,
  { queueMs, upstreamMs }: Pick<Outcome, "queueMs" | "upstreamMs">,
): FastifyReply =>
  reply.header(
    "server-timing",
    `queue;dur=${milliseconds(queueMs)}, upstream;dur=${milliseconds(upstreamMs)}`,
  );

/** Sends the result of an operation. */
export const answerWritten = (
  reply: FastifyReply,
  written: ReturnType<typeof writeOutcome>,
  answering: Answering,
): FastifyReply => {
  if ("failure" in written) return answerProblem(reply, written.failure, answering);
  const { status, text, totalCount, etag, contractIssues } = written;
  if (etag !== undefined) reply.header("etag", etag);
  if (totalCount !== undefined) reply.header("x-total-count", totalCount);
  if (contractIssues > 0) reply.header("x-contract-issues", String(contractIssues));
  return send(reply, status, jsonContentType, text, answering.stallMs);
};

/** Calls `act` if the client disconnects before the response is sent, or has done so. */
export const onDisconnect = (reply: FastifyReply, act: () => void): void =>
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished) act();
  });

/** The request's path and query as received, before any decoding. */
export const readTarget = (request: FastifyRequest): { path: string; query: URLSearchParams } => {
  const [path = "", ...rest] = (request.raw.url ?? "").split("?");
  return { path, query: new URLSearchParams(rest.join("?")) };
};
