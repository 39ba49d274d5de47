import * as z from "zod/mini";
import { tokenTypes } from "./tokens.ts";

/** Where the gateway tells about itself; it is no operation of the API and costs no request of the upstream's. */
export const connectionPath = "/gateway/connection";

/** What the upstream's answers say about a token: nothing yet, that it works, or that it is not accepted. */
export const tokenVerdicts = ["unknown", "good", "refused"] as const;
export type TokenVerdict = (typeof tokenVerdicts)[number];

/** One configured token, without the token. */
export const ConnectionToken = z.object({
  type: z.enum(tokenTypes),
  /** Which source or channel it is for; null for the Account token. */
  id: z.nullable(z.int()),
  verdict: z.enum(tokenVerdicts),
  /** How many requests wait for their turn at each urgency, 0 (first) to 7 (last). */
  waiting: z.array(z.int()),
  /** Milliseconds for which nothing is sent, because the upstream answered 429. */
  pausedMs: z.number(),
});
export type ConnectionToken = z.infer<typeof ConnectionToken>;

/** Which upstream the console speaks to, and how that goes. */
export const Connection = z.object({
  baseUrl: z.string(),
  /** True when it is the service that came with the console. */
  embedded: z.boolean(),
  /** Requests per rolling second and token; 0: no limit. */
  rateLimit: z.int(),
  tokens: z.array(ConnectionToken),
  /** The last answer of the upstream, whatever it was. */
  lastAnswer: z.nullable(z.object({ status: z.int(), at: z.string() })),
  /** Since when the upstream has not answered at all; null while it does. */
  silentSince: z.nullable(z.string()),
});
export type Connection = z.infer<typeof Connection>;
