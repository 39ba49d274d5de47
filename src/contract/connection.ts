import * as z from "zod/mini";
import { tokenTypes } from "./tokens.ts";

/** The path of the gateway's connection report; it is no operation of the API and costs no request to the upstream. */
export const connectionPath = "/gateway/connection";

/** The state of a token according to the upstream's responses: no response yet, accepted, or refused. */
const tokenVerdicts = ["unknown", "good", "refused"] as const;
export type TokenVerdict = (typeof tokenVerdicts)[number];

/** One configured token, without the token. */
export const ConnectionToken = z.object({
  type: z.enum(tokenTypes),
  /** The id of its source or channel; null for the Account token. */
  id: z.nullable(z.int()),
  verdict: z.enum(tokenVerdicts),
  /** The number of waiting requests at each urgency, 0 (first) to 7 (last). */
  waiting: z.array(z.int()),
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
  /** The time since which the upstream has not responded at all; null while it does. */
  silentSince: z.nullable(z.string()),
});
export type Connection = z.infer<typeof Connection>;
