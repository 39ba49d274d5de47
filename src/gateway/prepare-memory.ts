import { createChangeKeeper, type ChangeKeeper } from "./audit/change-keeper.ts";
import { createRefusalRecorder, type RefusalRecorder } from "./audit/refusal-recorder.ts";
import type { Audit } from "./audit/serve-audit.ts";
import { type Memory, type MemoryOptions, openMemory } from "./open-memory.ts";
import { prepareReceiving, type ReceivingOptions } from "./prepare-receiving.ts";
import type { Receiving } from "./serve-received-orders.ts";
import type { Others } from "./stop-in-order.ts";
import type { UpstreamSettings } from "./upstream-options.ts";

/** The gateway's tasks with its database; none without one. */
export interface PreparedMemory extends Others {
  readonly receiving: Receiving | undefined;
  readonly changes: ChangeKeeper | undefined;
  readonly audit: Audit | undefined;
  readonly refusals: RefusalRecorder | undefined;
  readonly memory: Memory | undefined;
}

type Options = Omit<ReceivingOptions, "memory" | "upstream"> & {
  readonly upstream: UpstreamSettings;
};

/** Records belong to an upstream; the embedded service counts as the same one on any port. */
const nameUpstream = ({ embedded, origin, basePath }: UpstreamSettings): string =>
  embedded ? "embedded" : origin + basePath;

const nothing: PreparedMemory = {
  receiving: undefined,
  changes: undefined,
  audit: undefined,
  refusals: undefined,
  memory: undefined,
  stopping: () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};

const changeDefaults = { leaseMs: 10_000, auditDays: 400, storeWaitMs: 2_000 } as const;

/** Opens the gateway's database when it is first needed, and assembles what uses it. */
export const prepareMemory = (
  memoryOptions: MemoryOptions | undefined,
  options: Options,
): PreparedMemory => {
  if (memoryOptions === undefined) return nothing;
  const memory = openMemory(memoryOptions.open);
  const upstream = nameUpstream(options.upstream);
  const receiving = prepareReceiving(memoryOptions, { ...options, memory, upstream });
  const { leaseMs, auditDays, storeWaitMs, reached = () => undefined } = memoryOptions;
  const { clock, log } = options;
  const changes = createChangeKeeper({
    memory,
    upstream,
    leaseMs: leaseMs ?? changeDefaults.leaseMs,
    auditDays: auditDays ?? changeDefaults.auditDays,
    storeWaitMs: storeWaitMs ?? changeDefaults.storeWaitMs,
    reached,
    clock,
    log,
  });
  const refusals = createRefusalRecorder({ memory, upstream, clock, log });
  return {
    receiving: receiving.routes,
    changes,
    audit: { sql: memory.sql, upstream },
    refusals,
    memory,
    stopping: () => {
      receiving.stopping();
      changes.stopping();
      refusals.stopping();
    },
    idle: async () => {
      await Promise.all([receiving.idle(), changes.idle(), refusals.idle()]);
    },
    close: async () => {
      await receiving.close();
      changes.close();
      refusals.close();
      await memory.close();
    },
  };
};
