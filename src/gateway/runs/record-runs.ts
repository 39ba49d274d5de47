import { setTimeout as sleep } from "node:timers/promises";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { AnswerFiles } from "./answer-files.ts";
import { type RunEnding, unsentEnding } from "./run-result.ts";
import { hasEnded, markOfProcess } from "#gateway/server/identify-process.ts";
import type { Memory, RunStep } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { repeat } from "#gateway/server/repeat.ts";
import { createSeldom } from "#gateway/server/say-seldom.ts";
import {
  codeOf,
  explainUnrecorded,
  recordInTime,
  storePatiently,
} from "#gateway/server/store-patiently.ts";
import {
  type Begun,
  beginRun,
  endRun,
  giveUpRuns,
  keepAlive,
  listProcesses,
  readRun,
  type RunIntent,
} from "./store.ts";

type Kept =
  | { readonly kind: "kept"; readonly run: ReceivedOrdersRun }
  /** It is in the database, in a file until the database is back, or nowhere because the program stops. */
  | { readonly kind: "stored" | "filed" | "not-kept" };

export interface RunKeeper {
  /** Records a run. Unavailable: it could not be recorded, so nothing may be sent. */
  begin(
    intent: RunIntent,
  ): Promise<Begun | { readonly kind: "unavailable"; readonly failure: Failure }>;
  /** Stores the result of a run: in the database, or in a file until the database is back. Not stored only if the gateway stops. */
  end(id: number, key: string, ending: RunEnding): Promise<Kept>;
  /** Processes what other gateways left: responses in files, runs without a working gateway. */
  recover(): Promise<void>;
  /** Resolves after the first attempt: earlier data may belong to a gateway that ended. */
  readonly looked: Promise<void>;
  /** The program stops: data that cannot be stored now is not retried forever. */
  stopping(): void;
  /** Stops checking on runs; to be called when none is in progress. */
  close(): void;
}

export interface RunKeeperOptions {
  readonly memory: Memory;
  /** Undefined: responses wait in memory only. */
  readonly files: AnswerFiles | undefined;
  readonly upstream: string;
  readonly leaseMs: number;
  /** How long a client waits for the database. */
  readonly storeWaitMs: number;
  readonly reached: (step: RunStep) => void | Promise<void>;
  /** When to check on runs. */
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

const abandoned =
  "The gateway stopped, or lost its database, before the response was stored. The API may have moved orders.";

/** For the operator, who would otherwise restart a process that holds the only copy. */
const explainRetry = (filed: boolean): string =>
  `could not record the end of a run; retrying${filed ? "" : ". Only this process has the API's response: before it is stopped, its database or its disk must accept it"}`;

/** Manages runs: those of this process until their results are stored, and those that other processes left. */
export const createRunKeeper = (options: RunKeeperOptions): RunKeeper => {
  const { memory, files, upstream, leaseMs, storeWaitMs, reached, clock, log } = options;
  const thisProcess = markOfProcess();
  const mine = new Set<string>();
  const strangers = new Set<string>();
  const isNews = createSeldom(() => clock.now());
  let isStopping = false;

  /** Written to disk with fsync first; if the disk fails, the database is used. */
  const file = async (key: string, ending: RunEnding): Promise<boolean> => {
    if (files === undefined) return false;
    try {
      await files.write(key, ending);
      return true;
    } catch (error) {
      log({ code: codeOf(error) }, "could not store an answer in a file");
      return false;
    }
  };

  /** Retries while the process runs, and a few times when it stops. False: not in the database. */
  const store = (key: string, ending: RunEnding, filed: boolean): Promise<boolean> =>
    storePatiently({
      write: async () => {
        const known = await endRun(await memory.sql(), key, ending);
        mine.delete(key);
        await reached("after-commit");
        // A file that remains is processed again, which changes nothing.
        if (known) await files?.remove(key).catch(() => undefined);
        return known;
      },
      onFailure: (error) => log({ code: codeOf(error) }, explainRetry(filed)),
      isStopping: () => isStopping,
      isElsewhere: filed,
    });

  const adopt = async (key: string): Promise<void> => {
    const ending = await files?.read(key);
    if (ending !== undefined && (await endRun(await memory.sql(), key, ending)))
      return files?.remove(key);
    // Its own gateway was faster.
    if (!(await files?.keys())?.includes(key)) return undefined;
    // Incomplete, or of another database: it is left for a person and not read again.
    strangers.add(key);
    log({ key }, "an answer file belongs to no run in this database");
    return undefined;
  };
  /** What fails here is tried again later. Until then it keeps no run in progress, and no file waits for another. */
  const tryFiles = async (
    work: () => Promise<unknown> | undefined,
    key?: string,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const code = codeOf(error);
      if (isNews(code)) log({ code, key }, "could not process the answer files; retrying");
    }
  };
  const adoptAll = async (): Promise<void> => {
    for (const key of (await files?.keys()) ?? [])
      if (!mine.has(key) && !strangers.has(key)) await tryFiles(async () => adopt(key), key);
  };
  const recover = async (): Promise<void> => {
    const sql = await memory.sql();
    await tryFiles(() => files?.removeTorn());
    await tryFiles(adoptAll);
    // A restarted gateway detects its own ended process at once; others wait for the lease to expire.
    const endedProcesses = (await listProcesses(sql, upstream)).filter(hasEnded);
    const reason = abandoned;
    const left = await giveUpRuns(sql, upstream, { silentMs: leaseMs, endedProcesses, reason });
    for (const run of left)
      log({ run }, "the result of a run is unknown; settle it in the console");
  };
  const looks = [
    repeat(clock, leaseMs / 4, async () => {
      if (mine.size > 0) await keepAlive(await memory.sql(), [...mine]);
    }),
    repeat(clock, leaseMs / 2, recover),
  ];
  const looked = recover().catch(() => undefined);

  const tryBegin = async (intent: RunIntent): Promise<Begun> => {
    const sql = await memory.sql();
    const begun = await beginRun(sql, upstream, intent, thisProcess);
    if (begun.kind === "begun") return begun;
    // The blocking run may belong to a gateway that ended.
    await recover();
    return beginRun(sql, upstream, intent, thisProcess);
  };

  return {
    begin: async (intent) => {
      mine.add(intent.key);
      const trying = tryBegin(intent);
      try {
        const begun = await recordInTime(trying);
        if (begun.kind === "busy") mine.delete(intent.key);
        return begun;
      } catch (error) {
        const { message } = error instanceof Error ? error : { message: "" };
        log({ code: codeOf(error), message }, "could not record a run; nothing was sent");
        const reason = "The database did not respond, so nothing was sent.";
        const never = unsentEnding(reason, new Date().toISOString());
        // It is unknown whether the run was recorded, but nothing was sent.
        void trying.catch(() => undefined).then(async () => store(intent.key, never, true));
        return { kind: "unavailable", failure: explainUnrecorded(error) };
      }
    },
    end: async (id, key, ending) => {
      const filed = await file(key, ending);
      await reached("before-commit");
      const stored = store(key, ending, filed);
      const tooLong = sleep(storeWaitMs, false, { ref: false });
      const isStored = await (filed ? Promise.race([stored, tooLong]) : stored);
      if (!isStored) return { kind: filed ? "filed" : "not-kept" };
      const run = await memory
        .sql()
        .then(async (sql) => readRun(sql, upstream, id))
        .catch(() => undefined);
      return run === undefined ? { kind: "stored" } : { kind: "kept", run };
    },
    recover,
    looked,
    stopping: () => {
      isStopping = true;
    },
    close: () => {
      for (const stop of looks) stop();
    },
  };
};
