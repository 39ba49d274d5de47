import { maxHeaderBytes } from "#contract/limits.ts";
import { createMalformedHandler } from "#http/answer-malformed.ts";
import { errorBody } from "./answer-error.ts";
import { commonHeaders } from "./common-headers.ts";

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
