import { createOrderComparer } from "./compare-orders.ts";
import type { Forwarder } from "./forward-call.ts";
import { createAnswerFiles } from "./keep-answer-files.ts";
import { type MemoryOptions, openMemory } from "./open-memory.ts";
import { createOrderReceiver } from "./receive-orders.ts";
import type { Redactor } from "./redact-secrets.ts";
import type { TokenFor } from "./route-operations.ts";
import { createRunKeeper, type RunKeeperOptions } from "./run-keeper.ts";
import type { Receiving } from "./serve-received-orders.ts";
import { inRuns } from "./store/received-orders.ts";
import type { UpstreamSettings } from "./upstream-options.ts";

export interface ReceivingOptions {
  readonly forwarder: Forwarder;
  readonly tokenFor: TokenFor;
  readonly redactor: Redactor;
  readonly upstream: UpstreamSettings;
  readonly patienceMs: number;
  readonly log: RunKeeperOptions["log"];
}

export interface PreparedReceiving {
  readonly routes: Receiving | undefined;
  idle(): Promise<void>;
  close(): Promise<void>;
}

const defaultLeaseMs = 10_000;

/** Runs belong to an upstream; the embedded service is the same one on whatever port it listens. */
const nameOf = ({ embedded, origin, basePath }: UpstreamSettings): string =>
  embedded ? "embedded" : origin + basePath;

const nothing: PreparedReceiving = {
  routes: undefined,
  idle: async () => undefined,
  close: async () => undefined,
};

/** Puts together what receiving orders takes, where there is something to remember with. */
export const prepareReceiving = (
  options: MemoryOptions | undefined,
  { forwarder, tokenFor, redactor, upstream: settings, patienceMs, log }: ReceivingOptions,
): PreparedReceiving => {
  if (options === undefined) return nothing;
  const { open, folder, leaseMs = defaultLeaseMs, reached = () => undefined } = options;
  const upstream = nameOf(settings);
  const memory = openMemory(open);
  const files = folder === undefined ? undefined : createAnswerFiles(folder);
  const keeper = createRunKeeper({ memory, files, upstream, leaseMs, reached, log });
  const receiver = createOrderReceiver({
    forwarder,
    keeper,
    tokenFor,
    redactor,
    patienceMs,
    reached,
  });
  const compare = createOrderComparer({
    forwarder,
    tokenFor,
    inRuns: async (ids) => inRuns(await memory.sql(), upstream, ids),
  });
  return {
    routes: { memory, upstream, receiver, compare },
    idle: async () => {
      keeper.close();
      await receiver.idle();
    },
    close: async () => memory.close(),
  };
};
