import { maxReceivedBytes } from "#contract/limits.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { createOrderComparer } from "./compare-orders.ts";
import type { Forwarder } from "#gateway/proxy/forward-call.ts";
import { createAnswerFiles } from "./answer-files.ts";
import type { Memory, MemoryOptions } from "#gateway/server/database.ts";
import { createOrderReceiver } from "./receive-orders.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { findRepeatedRun } from "./repeat-run.ts";
import type { TokenFor } from "#gateway/proxy/route-operations.ts";
import { createRunKeeper, type RunKeeperOptions } from "./record-runs.ts";
import type { Receiving } from "./serve-runs.ts";
import type { Others } from "#gateway/server/stop.ts";
import { inRuns, readClock } from "./store.ts";

export interface ReceivingOptions {
  readonly memory: Memory;
  readonly forwarder: Forwarder;
  readonly tokenFor: TokenFor;
  readonly redactor: Redactor;
  /** The name under which the upstream's runs are stored. */
  readonly upstream: string;
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly log: RunKeeperOptions["log"];
}

export interface PreparedReceiving extends Others {
  readonly routes: Receiving;
}

const defaultMs = { lease: 10_000, storeWait: 10_000 } as const;

/** Assembles the parts for receiving orders. */
export const prepareReceiving = (
  options: MemoryOptions,
  { memory, forwarder, tokenFor, redactor, upstream, patienceMs, clock, log }: ReceivingOptions,
): PreparedReceiving => {
  const { folder, mostBytes = maxReceivedBytes, reached = () => undefined } = options;
  const files = folder === undefined ? undefined : createAnswerFiles(folder);
  const keeper = createRunKeeper({
    memory,
    files,
    upstream,
    leaseMs: options.leaseMs ?? defaultMs.lease,
    storeWaitMs: options.storeWaitMs ?? defaultMs.storeWait,
    reached,
    clock,
    log,
  });
  const receiver = createOrderReceiver({
    forwarder,
    keeper,
    tokenFor,
    redactor,
    limits: { headMs: patienceMs, bodyMs: patienceMs, maxBytes: mostBytes },
    findRepeated: async (person, repeatable) =>
      findRepeatedRun(await memory.sql(), upstream, person, repeatable),
    reached,
  });
  const compare = createOrderComparer({
    forwarder,
    tokenFor,
    inRuns: async (ids) => inRuns(await memory.sql(), upstream, ids),
    readClock: async () => readClock(await memory.sql()),
  });
  const sql = async () => {
    await keeper.looked;
    return memory.sql();
  };
  return {
    routes: { sql, upstream, receiver, compare },
    stopping: keeper.stopping,
    idle: receiver.idle,
    close: async () => keeper.close(),
  };
};
