import { mayHaveLargeIntegers } from "#contract/exact-json.ts";
import { type Answering, answerProblem, sendJson } from "#gateway/server/answer-request.ts";
import type { Failure } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { decodeJson } from "#http/parse-json.ts";
import type { FastifyReply } from "fastify";
import type { Outcome } from "./forward-call.ts";

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
    `queue;dur=${Number(queueMs.toFixed(1))}, upstream;dur=${Number(upstreamMs.toFixed(1))}`,
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
  return sendJson(reply, status, text, answering);
};
