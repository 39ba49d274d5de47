import type { Operation } from "#contract/operation.ts";
import type { FastifyRequest } from "fastify";
import type { Patience } from "./call-upstream.ts";
import type { Clock } from "./clock.ts";
import type { MemoryOptions } from "./open-memory.ts";
import type { Tokens, UpstreamOptions } from "./upstream-options.ts";
import type { LogOptions } from "./write-log.ts";

export interface GatewayOptions {
  readonly upstream: UpstreamOptions;
  /** Reads the tokens again where they came from, when the upstream refuses one. */
  readonly refreshTokens?: () => Promise<Tokens>;
  /** Host headers (`name` or `name:port`) that are served besides this machine's own names with the port in use. */
  readonly allowedHosts?: readonly string[];
  /** The folder of the built console; without one only the API is served. */
  readonly assets?: string;
  /** Origins of images besides https: the embedded service's own. */
  readonly imageOrigins?: readonly string[];
  readonly log?: LogOptions;
  /** Who asks, once people sign in; staff then take turns in the queue. */
  readonly personOf?: (request: FastifyRequest) => string | undefined;
  /** How long the upstream is waited for. */
  readonly patience?: Partial<Patience>;
  /** How long a browser may take no byte of its answer before it is cut off, and how long a stop waits for calls. */
  readonly stallMs?: number;
  readonly graceMs?: number;
  /** Where what must not be lost is kept; without it no orders are received. */
  readonly memory?: MemoryOptions;
  /** What is let through; the contract's operations unless said, without the one that only runs of received orders use. */
  readonly operations?: readonly Operation[];
  readonly clock?: Clock;
  readonly random?: () => number;
}
