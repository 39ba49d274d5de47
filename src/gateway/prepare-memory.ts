import type { Clock } from "#gateway/server/clock.ts";
import {
  createChangeKeeper,
  type ChangeKeeper,
  type ChangeKeeperOptions,
} from "#gateway/changes/record-changes.ts";
import { createRefusalRecorder, type RefusalRecorder } from "#gateway/changes/record-refusals.ts";
import type { Audit } from "#gateway/changes/serve-changes.ts";
import type { Memory, MemoryOptions } from "#gateway/server/database.ts";
import { prepareReceiving, type ReceivingOptions } from "#gateway/runs/prepare-receiving.ts";
import type { Receiving } from "#gateway/runs/serve-runs.ts";
import { createSharedRate, type SharedRate } from "#gateway/proxy/share-rate.ts";
import { createSharedVersions, type SharedVersions } from "#gateway/proxy/share-versions.ts";
import type { Others } from "#gateway/server/stop.ts";
import type { UpstreamSettings } from "#gateway/proxy/upstream-options.ts";

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
  readonly shared: Shared | undefined;
  readonly inform: ChangeKeeperOptions["inform"];
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

/** What this gateway shares with the others of its database. */
export interface Shared {
  readonly rate: SharedRate;
  readonly versions: SharedVersions;
}

/** Longer than a database that fails over is away. */
const slotLeaseMs = 30_000;

/** Undefined where no other gateway has the same tokens. */
export const prepareShared = (
  options: MemoryOptions | undefined,
  memory: Memory | undefined,
  upstreamSettings: UpstreamSettings,
  clock: Clock,
): Shared | undefined => {
  if (memory === undefined || options?.isShared !== true) return undefined;
  const upstream = nameUpstream(upstreamSettings);
  const rateLeaseMs = options.slotLeaseMs ?? slotLeaseMs;
  return {
    rate: createSharedRate({ memory, upstream, leaseMs: rateLeaseMs, clock }),
    versions: createSharedVersions({
      memory,
      upstream,
      leaseMs: options.leaseMs ?? changeDefaults.leaseMs,
      clock,
    }),
  };
};

const changeDefaults = { leaseMs: 10_000, auditDays: 400, storeWaitMs: 2_000 } as const;

/** Assembles what uses the gateway's database. */
export const prepareMemory = (
  memoryOptions: MemoryOptions | undefined,
  options: Options,
): PreparedMemory => {
  const { memory, shared } = options;
  if (memoryOptions === undefined || memory === undefined) return nothing;
  const upstream = nameUpstream(options.upstream);
  const receiving = prepareReceiving(memoryOptions, { ...options, memory, upstream });
  const { leaseMs, auditDays, storeWaitMs, reached = () => undefined } = memoryOptions;
  const { clock, log, inform } = options;
  const changes = createChangeKeeper({
    memory,
    upstream,
    leaseMs: leaseMs ?? changeDefaults.leaseMs,
    auditDays: auditDays ?? changeDefaults.auditDays,
    storeWaitMs: storeWaitMs ?? changeDefaults.storeWaitMs,
    reached,
    clock,
    log,
    inform,
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
      shared?.rate.stopping();
      shared?.versions.stopping();
    },
    idle: async () => {
      await Promise.all([receiving.idle(), changes.idle(), refusals.idle()]);
      await Promise.all([shared?.rate.idle(), shared?.versions.idle()]);
    },
    close: async () => {
      await receiving.close();
      changes.close();
      refusals.close();
      shared?.rate.close();
      shared?.versions.close();
      await memory.close();
    },
  };
};
