import { createMalformedHandler } from "#http/answer-malformed.ts";
import { describeProblem, problemContentType } from "./problems.ts";

/** Answers bytes that are not an HTTP request with a problem. */
export const refuseMalformed = createMalformedHandler((status, requestId) => ({
  text: JSON.stringify(describeProblem({ kind: "bad-request", status }, requestId)),
  headers: { "content-type": problemContentType, "x-content-type-options": "nosniff" },
}));
