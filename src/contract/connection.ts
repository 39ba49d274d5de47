import * as z from "zod/mini";
import { tokenTypes } from "./operation.ts";

/** The path of the gateway's connection report; it is no operation of the API and costs no request to the upstream. */
export const connectionPath = "/gateway/connection";

/** The state of a token: accepted by a response with data, refused by the last 401, or neither is known. */
const tokenVerdicts = ["unknown", "good", "refused"] as const;
export type TokenVerdict = (typeof tokenVerdicts)[number];

/** Why a call failed, as far as the gateway can tell. */
export type FailureCause =
  | "name"
  | "refused"
  | "no-route"
  | "no-connection"
  | "connect-timeout"
  | "certificate"
  | "certificate-date"
  | "certificate-name"
  | "not-tls"
  | "timeout"
  | "cut"
  | "not-json"
  | "redirect"
  | "token"
  | "token-type"
  | "forbidden"
  | "not-found"
  | "not-account"
  | "proxy"
  | "rate-limit"
  | "server";

const cause = z.string() as z.ZodMiniType<FailureCause>;

/** The failures of one cause since the gateway started; everything but the count describes the last one. */
export const ConnectionFailure = z.object({
  cause,
  /** The short name of a network failure, like ECONNREFUSED. */
  code: z.nullable(z.string()),
  status: z.nullable(z.int()),
  /** Whether the response was an HTML page, which the API never sends. */
  html: z.boolean(),
  /** The operation, without ids: GET /rma/{id}. */
  request: z.string(),
  /** The token types that the operation accepts. */
  tokens: z.array(z.string()),
  count: z.int(),
  at: z.string(),
});
export type ConnectionFailure = z.infer<typeof ConnectionFailure>;

/** The answer of one variation of the base address to the API's smallest request, `GET /account` (api 4.1). */
export const TriedAddress = z.object({
  baseUrl: z.string(),
  /** Whether it answered with an account. */
  fits: z.boolean(),
  status: z.nullable(z.int()),
  cause: z.nullable(cause),
  /** Whether the response was an HTML page. */
  html: z.boolean(),
});
export type TriedAddress = z.infer<typeof TriedAddress>;

/** One configured token, without the token. */
export const ConnectionToken = z.object({
  type: z.enum(tokenTypes),
  /** The id of its source or channel; null for the Account token. */
  id: z.nullable(z.int()),
  verdict: z.enum(tokenVerdicts),
  /** The number of waiting requests at each urgency, 0 (first) to 7 (last). */
  waiting: z.array(z.int()),
  /** The requests that count toward the rate limit now: those under way, and those of the last second. */
  used: z.int(),
  /** Milliseconds for which nothing is sent, because the upstream responded with 429. */
  pausedMs: z.number(),
});
export type ConnectionToken = z.infer<typeof ConnectionToken>;

/** The console's upstream and the state of the connection to it. */
export const Connection = z.object({
  baseUrl: z.string(),
  /** True when it is the embedded service. */
  embedded: z.boolean(),
  /** Requests per rolling second and token; 0: no limit. */
  rateLimit: z.int(),
  tokens: z.array(ConnectionToken),
  /** The last response of the upstream, whatever its status. */
  lastAnswer: z.nullable(z.object({ status: z.int(), at: z.string() })),
  /** Whether the last answer to `GET /account`, which every API offers (api 4.1), was not the API's. */
  accountMissing: z.boolean(),
  /** The failures since the gateway started, by cause, the newest first. */
  failures: z.array(ConnectionFailure),
  /** By how much the upstream's clock is ahead of the gateway's, in milliseconds; null if it never sent a date. */
  clockAheadMs: z.nullable(z.int()),
  /** The gateway's time. */
  now: z.string(),
  /** The time since which the upstream has not responded at all; null while it does. */
  silentSince: z.nullable(z.string()),
});
export type Connection = z.infer<typeof Connection>;
