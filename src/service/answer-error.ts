import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody, Issue } from "#contract/errors.ts";
import { maxHeaderBytes } from "#contract/limits.ts";
import { createMalformedHandler } from "#http/server-options.ts";
import { diskFull, isDiskFull, isUnavailable, Refusal, unavailable } from "./refusal.ts";

/**
 * Headers of every response. Records contain personal data: no cache may store them, and no browser may render them as
 * a page.
 */
export const commonHeaders = (requestId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});

/** Refusals of the HTTP layer before any handler runs: our own status and message for each code. */
const httpRefusals: Readonly<Record<string, readonly [status: number, error: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "The body is larger than 1 MB"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    "The body must be JSON, sent with Content-Type: application/json",
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body's length doesn't match Content-Length"],
  FST_ERR_BAD_URL: [400, "The path is not a valid URL path"],
  FST_ERR_MAX_PARAM_LENGTH: [404, "This path doesn't exist"],
};

const readErrorCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** The refusal for an error; undefined for an unexpected one. */
const findRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isDiskFull(error)) return diskFull();
  if (isUnavailable(error)) return unavailable();
  const [status, words] = httpRefusals[readErrorCode(error)] ?? [];
  if (status === undefined || words === undefined) return undefined;
  return new Refusal(status, words);
};

/** The body of every error but 429. */
const errorBody = (error: string, issues: readonly Issue[], requestId: string): ErrorBody => ({
  error,
  issues: [...issues],
  requestId,
});

/** Answers an error in the common format. An unexpected error discloses nothing but the request's id. */
export const answerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const refusal =
    findRefusal(error) ?? new Refusal(500, "The service failed to process this request");
  return reply
    .code(refusal.status)
    .headers({ ...commonHeaders(request.id), ...refusal.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(refusal.message, refusal.issues, request.id)));
};

const errors = {
  400: "The request is not valid HTTP",
  408: "The request did not arrive in time",
  431: `The headers are larger than ${maxHeaderBytes / 1_024} KB`,
} as const;

/** Answers input that never became a request in the common error format. */
export const answerMalformed = createMalformedHandler((status, requestId) => ({
  text: JSON.stringify(errorBody(errors[status], [], requestId)),
  headers: {
    ...commonHeaders(requestId),
    "content-type": "application/json; charset=utf-8",
  },
}));
