import type { Clock } from "./clock.ts";
import { createChangeKeeper, type ChangeKeeper } from "./audit/change-keeper.ts";
import { createRefusalRecorder, type RefusalRecorder } from "./audit/refusal-recorder.ts";
import type { Audit } from "./audit/serve-audit.ts";
import type { Memory, MemoryOptions } from "./open-memory.ts";
import { prepareReceiving, type ReceivingOptions } from "./prepare-receiving.ts";
import type { Receiving } from "./serve-received-orders.ts";
import { createSharedRate, type SharedRate } from "./share-rate.ts";
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
  readonly memory: Memory | undefined;
  readonly upstream: UpstreamSettings;
  readonly rate: SharedRate | undefined;
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

/** Longer than a database that fails over is away. */
const slotLeaseMs = 30_000;

/** The rate of the tokens that several gateways share; undefined where this one keeps to it alone. */
export const prepareSharedRate = (
  options: MemoryOptions | undefined,
  memory: Memory | undefined,
  upstream: UpstreamSettings,
  clock: Clock,
): SharedRate | undefined =>
  memory === undefined || options?.sharesRate !== true
    ? undefined
    : createSharedRate({
        memory,
        upstream: nameUpstream(upstream),
        leaseMs: options.slotLeaseMs ?? slotLeaseMs,
        clock,
      });

const changeDefaults = { leaseMs: 10_000, auditDays: 400, storeWaitMs: 2_000 } as const;

/** Assembles what uses the gateway's database. */
export const prepareMemory = (
  memoryOptions: MemoryOptions | undefined,
  options: Options,
): PreparedMemory => {
  const { memory, rate } = options;
  if (memoryOptions === undefined || memory === undefined) return nothing;
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
      rate?.stopping();
    },
    idle: async () => {
      await Promise.all([receiving.idle(), changes.idle(), refusals.idle()]);
      await rate?.idle();
    },
    close: async () => {
      await receiving.close();
      changes.close();
      refusals.close();
      rate?.close();
      await memory.close();
    },
  };
};
