import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type RuleRunLine, type RuleRunRequest, ruleRunOperations } from "#contract/rule-runs.ts";
import type { Sql } from "#database/sql.ts";
import type { Answering } from "#gateway/server/answer-request.ts";
import { type Clock, wait } from "#gateway/server/clock.ts";
import {
  check,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import type { Catalogs } from "./catalogs.ts";
import type { RuleTests } from "./rule-tests.ts";
import { type CatalogRow, readChanges } from "./store.ts";
import { startThread, type Thread } from "./worker-thread.ts";

/** The memory of the thread: 100,000 products with some fields of each. */
const limits = { maxOldGenerationSizeMb: 768 };

/** After this time without a test the thread ends, with the products that it keeps. */
const idleMs = 300_000;

/** Rows that the thread takes at once. */
const rowsAtOnce = 500;

/** How often a waiting test is told so. */
const tellMs = 2_000;

const endedError = () =>
  new Error(
    "The test took more memory than there is for it. Test the rule on the loaded products instead.",
  );

export interface RuleRuns {
  /** Tests a rule on all products of a catalog, one test at a time; ends early once `isGone`. */
  readonly run: (
    row: CatalogRow,
    request: RuleRunRequest,
    isGone: () => boolean,
  ) => AsyncGenerator<RuleRunLine, void, undefined>;
  readonly close: () => Promise<void>;
}

export const createRuleRuns = (sql: () => Promise<Sql>, clock: Clock): RuleRuns => {
  let thread: Thread<RuleTests> | undefined;
  let endIdle: (() => void) | undefined;
  let turn = Promise.resolve();
  let ahead = 0;

  const close = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };
  const getThread = (): Thread<RuleTests> => {
    endIdle?.();
    return (thread ??= startThread<RuleTests>(new URL("./rule-worker.ts", import.meta.url), {
      limits,
      endedError,
      onEnd: () => {
        thread = undefined;
      },
    }));
  };

  async function* test(
    { id, copy, products }: CatalogRow,
    request: RuleRunRequest,
    isGone: () => boolean,
  ): AsyncGenerator<RuleRunLine, void, undefined> {
    const database = await sql();
    const { call } = getThread();
    let position = await call("begin", { id, copy }, request, Date.now());
    for (;;) {
      const rows = await readChanges(database, id, position, rowsAtOnce);
      const last = rows.at(-1);
      if (last === undefined) break;
      position = { version: last.version, id: last.id };
      const read = await call("put", rows);
      if (isGone()) return;
      // Reading takes about as long as ten tests.
      yield { kind: "progress", done: Math.round((read * 9) / 10), of: products };
      if (rows.length < rowsAtOnce) break;
    }
    for (;;) {
      const { done, of, result } = await call("step");
      if (result !== undefined) return yield { kind: "result", result };
      if (isGone()) return;
      yield { kind: "progress", done: Math.round((of * 9 + done) / 10), of };
    }
  }

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
        if (!isGone()) yield* test(row, request, isGone);
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

interface RuleRunRoutes {
  readonly answering: Answering;
  readonly storage: { readonly catalogs: Catalogs; readonly ruleRuns: RuleRuns } | undefined;
}

const operation = ruleRunOperations.runRuleOnCatalog;

/** The gateway's own operation under /api: tests of rules on all products of a channel. */
export const serveRuleRuns = (
  app: FastifyInstance,
  { answering: { redactor, stallMs }, answering, storage }: RuleRunRoutes,
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
        for await (const line of storage.ruleRuns.run(row, body, isGone))
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
