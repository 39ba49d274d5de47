import { maxReceivedBytes } from "#contract/limits.ts";
import type { Clock } from "./clock.ts";
import { createOrderComparer } from "./compare-orders.ts";
import type { Forwarder } from "./forward-call.ts";
import { createAnswerFiles } from "./keep-answer-files.ts";
import { type MemoryOptions, openMemory } from "./open-memory.ts";
import { createOrderReceiver } from "./receive-orders.ts";
import type { Redactor } from "./redact-secrets.ts";
import type { TokenFor } from "./route-operations.ts";
import { createRunKeeper, type RunKeeperOptions } from "./run-keeper.ts";
import type { Receiving } from "./serve-received-orders.ts";
import type { Others } from "./stop-in-order.ts";
import { inRuns } from "./store/received-orders.ts";
import type { UpstreamSettings } from "./upstream-options.ts";

export interface ReceivingOptions {
  readonly forwarder: Forwarder;
  readonly tokenFor: TokenFor;
  readonly redactor: Redactor;
  readonly upstream: UpstreamSettings;
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly log: RunKeeperOptions["log"];
}

export interface PreparedReceiving extends Others {
  readonly routes: Receiving | undefined;
}

const defaultMs = { lease: 10_000, storeWait: 10_000 } as const;

/** Runs belong to an upstream; the embedded service counts as the same one on any port. */
const nameOf = ({ embedded, origin, basePath }: UpstreamSettings): string =>
  embedded ? "embedded" : origin + basePath;

const nothing: PreparedReceiving = {
  routes: undefined,
  stopping: () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};

/** Assembles the parts for receiving orders, if there is storage for them. */
export const prepareReceiving = (
  options: MemoryOptions | undefined,
  { forwarder, tokenFor, redactor, upstream: settings, patienceMs, clock, log }: ReceivingOptions,
): PreparedReceiving => {
  if (options === undefined) return nothing;
  const { folder, mostBytes = maxReceivedBytes, reached = () => undefined } = options;
  const upstream = nameOf(settings);
  const memory = openMemory(options.open);
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
    reached,
  });
  const compare = createOrderComparer({
    forwarder,
    tokenFor,
    inRuns: async (ids) => inRuns(await memory.sql(), upstream, ids),
  });
  const sql = async () => {
    await keeper.looked;
    return memory.sql();
  };
  return {
    routes: { sql, upstream, receiver, compare },
    stopping: keeper.stopping,
    idle: receiver.idle,
    close: async () => {
      keeper.close();
      await memory.close();
    },
  };
};
