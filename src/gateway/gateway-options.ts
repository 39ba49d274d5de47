import type { FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Tracer } from "#http/tracer.ts";
import type { Patience } from "#gateway/proxy/call-upstream.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { GatewayObserver } from "#gateway/proxy/observe-calls.ts";
import type { MemoryOptions } from "#gateway/server/database.ts";
import type { SignInOptions } from "./sign-in/sign-in-options.ts";
import type { Tokens, UpstreamOptions } from "#gateway/proxy/upstream-options.ts";
import type { LogOptions } from "#gateway/server/write-log.ts";

export interface GatewayOptions {
  readonly upstream: UpstreamOptions;
  /** Reads the tokens from their source again, when the upstream refuses one. */
  readonly refreshTokens?: () => Promise<Tokens>;
  /**
   * Host headers (`name` or `name:port`) that are served in addition to this machine's own names with the port in use.
   */
  readonly allowedHosts?: readonly string[];
  /** The console's address in browsers, without a path; by default the address at which it is called. */
  readonly publicUrl?: string;
  /** How people sign in; without it the console is open, and listens on this machine only. */
  readonly signIn?: SignInOptions;
  /** Addresses and networks of proxies whose X-Forwarded-Host is believed. */
  readonly trustedProxies?: readonly string[];
  /** Certificate chain and private key (PEM); without them the gateway speaks plain http. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The folder of the built console; without one only the API is served. */
  readonly assets?: string;
  /** The ISO 4217 code of the currency in which the console shows amounts; undefined: plain numbers. */
  readonly currency?: string;
  /** Origins of images in addition to https: the embedded service's own. */
  readonly imageOrigins?: readonly string[];
  readonly log?: LogOptions;
  /** Measures requests, calls of the upstream and queues. */
  readonly observer?: GatewayObserver;
  /** Records spans of requests, waits and calls of the upstream. */
  readonly tracer?: Tracer | undefined;
  /** The sender of a request; by default the signed-in person. People take turns in the queue. */
  readonly personOf?: (request: FastifyRequest) => string | undefined;
  /** Timeouts for the upstream. */
  readonly patience?: Partial<Patience>;
  /**
   * How long a browser may read nothing of its response before it is disconnected, and how long a stop waits for calls.
   */
  readonly stallMs?: number;
  readonly graceMs?: number;
  /** Storage for received orders; without it no orders are received. */
  readonly memory?: MemoryOptions;
  /** The forwarded operations; by default the contract's, without the one that only runs of received orders use. */
  readonly operations?: readonly Operation[];
  readonly clock?: Clock;
  /** Milliseconds since 1970, for the ends of sessions. */
  readonly wallClock?: () => number;
  readonly random?: () => number;
}
