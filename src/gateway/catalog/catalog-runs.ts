import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import type { Answering } from "#gateway/server/answer-request.ts";
import { type Clock, wait } from "#gateway/server/clock.ts";
import {
  check,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import type { Catalogs } from "./catalogs.ts";
import type { CatalogRow } from "./store.ts";
import { type Calls, startThread, type Thread } from "./worker-thread.ts";

/* Runs over all products of a catalog in a thread of their own, one at a time, with lines that tell how far each is. */

/** The memory of a thread. */
const limits = { maxOldGenerationSizeMb: 768 };

/** After this time without a run the thread ends, with the products that it keeps. */
const idleMs = 300_000;

/** How often a waiting run is told so. */
const tellMs = 2_000;

/** The first lines of runs of all kinds, and the last one of those that fail. */
type CommonLine =
  | { readonly kind: "waiting"; readonly ahead: number }
  | { readonly kind: "progress"; readonly done: number; readonly of: number }
  | { readonly kind: "failed"; readonly reason: string };

interface RunsOptions<C extends Calls, R, L> {
  /** The program of the thread. */
  readonly program: URL;
  readonly clock: Clock;
  /** What is said when the thread ends by itself: it has taken too much memory. */
  readonly endedReason: string;
  /** One run; ends early once `isGone`. */
  readonly work: (
    call: Thread<C>["call"],
    row: CatalogRow,
    request: R,
    isGone: () => boolean,
  ) => AsyncGenerator<L | CommonLine, void, undefined>;
}

export interface CatalogRuns<R, L> {
  readonly run: (
    row: CatalogRow,
    request: R,
    isGone: () => boolean,
  ) => AsyncGenerator<L | CommonLine, void, undefined>;
  readonly close: () => Promise<void>;
}

export const createCatalogRuns = <C extends Calls, R, L>({
  program,
  clock,
  endedReason,
  work,
}: RunsOptions<C, R, L>): CatalogRuns<R, L> => {
  let thread: Thread<C> | undefined;
  let endIdle: (() => void) | undefined;
  let turn = Promise.resolve();
  let ahead = 0;

  const close = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };
  const getThread = (): Thread<C> => {
    endIdle?.();
    return (thread ??= startThread<C>(program, {
      limits,
      endedError: () => new Error(endedReason),
      onEnd: () => {
        thread = undefined;
      },
    }));
  };
  return {
    run: async function* (row, request, isGone) {
      const before = turn.then(() => true);
      let end = () => {};
      turn = new Promise<void>((resolve) => (end = resolve));
      const place = ahead;
      ahead += 1;
      try {
        // A connection on which nothing is sent for long counts as broken.
        while (!(await Promise.race([before, wait(clock, tellMs).then(() => false)])))
          yield { kind: "waiting", ahead: place };
        if (!isGone()) yield* work(getThread().call, row, request, isGone);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        yield { kind: "failed", reason };
      } finally {
        ahead -= 1;
        // Those behind this one wait for all before it.
        void before.then(end);
        endIdle?.();
        if (ahead === 0) endIdle = clock.after(idleMs, () => void close());
      }
    },
    close,
  };
};

/** The operation of runs of a kind, for a channel. */
type RunOperation = Operation & { readonly params: z.ZodMiniType<{ channelId: number }> };

interface RunRoutes<R, L> {
  readonly answering: Answering;
  readonly storage: { readonly catalogs: Catalogs; readonly runs: CatalogRuns<R, L> } | undefined;
}

/** The gateway's own operation under /api: runs of a kind, on all products of a channel. */
export const serveCatalogRuns = <R, L extends object>(
  app: FastifyInstance,
  operation: RunOperation & { readonly body: z.ZodMiniType<R> },
  { answering: { redactor, stallMs }, answering, storage }: RunRoutes<R, L>,
): void =>
  serveOwnOperation(
    app,
    operation,
    async (request, reply) => {
      const { channelId } = check(operation.params, request.params);
      const body = check(operation.body, requireBody(operation, request));
      if (storage === undefined)
        throw new Stop({ kind: "unknown-path", detail: "This gateway copies no products." });
      const row = await storage.catalogs.look(channelId);
      const isGone = () => reply.raw.destroyed;
      const write = async function* () {
        for await (const line of storage.runs.run(row, body, isGone))
          yield `${redactor.serialise(line)}\n`;
      };
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
      return reply
        .header("content-type", "application/x-ndjson; charset=utf-8")
        .header("cache-control", "no-store")
        .header("x-request-id", request.id)
        .send(Readable.from(write()));
    },
    answering,
  );
