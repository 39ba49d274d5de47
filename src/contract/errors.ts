import * as z from "zod/mini";
import { titled } from "./primitives.ts";

/** One problem of a refused request: its place and how to fix it. */
export const Issue = z.object({
  /** A path into the body or query, like `0.approvedQuantity`; empty for the request as a whole. */
  path: z.string(),
  message: z.string(),
});
export type Issue = z.infer<typeof Issue>;

/** The body of every error but 429. The API defines no shape (api 7); this is the service's. */
export const ErrorBody = titled(
  z.object({ error: z.string(), issues: z.array(Issue), requestId: z.string() }),
  "Error",
);
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The body of a 429 (api 7). */
export const RateLimitBody = titled(
  z.object({ error: z.string(), data: z.object({ limit: z.int(), window: z.string() }) }),
  "RateLimitError",
);
export type RateLimitBody = z.infer<typeof RateLimitBody>;

/**
 * The outcome of a call that failed in the gateway.
 * refused: it had no effect, and may be sent again. unknown: it may have had its effect; it must not be repeated
 * automatically. invalid: the upstream responded, but the response does not match the contract.
 */
const outcomes = ["refused", "unknown", "invalid"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * An error from the gateway: RFC 9457 problem details with the outcome and, if the upstream returned them, its issues.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  outcome: z.enum(outcomes),
  requestId: z.string(),
  issues: z.optional(z.array(Issue)),
  /** Seconds to wait before another attempt, if the upstream named them. */
  retryAfter: z.optional(z.number()),
  /** The token that the operation needs, on 401 and 403. */
  tokens: z.optional(z.array(z.string())),
  /** On 409, the run of received orders that blocks this one. */
  runId: z.optional(z.int()),
  /** The short name of a network failure, like ECONNREFUSED. */
  code: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
