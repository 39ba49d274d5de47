import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { makeFolder } from "#database/data-folder.ts";
import { type Clock, oncePerMinute, repeat } from "#gateway/server/clock.ts";
import {
  codeOf,
  explainUnrecorded,
  type GatewayDatabase,
  recordInTime,
  type RunStep,
  writeUntilStored,
} from "#gateway/server/database.ts";
import { Stop } from "#gateway/server/serve-own-operation.ts";
import { type RunResult, unsentResult } from "./run-result.ts";
import {
  beginRun,
  type Begun,
  endRun,
  giveUpRuns,
  keepAlive,
  pruneRuns,
  readRun,
  type RunIntent,
} from "./store.ts";

const suffix = ".answer";

const draftSuffix = `${suffix}.part`;

/** No response takes this long to write. */
const tornAfterMs = 3_600_000;

const keyPattern = /^[0-9a-f-]{36}$/;

/** What files of earlier versions lack. */
type Added = "title" | "status";

/** The orders and the kept bytes follow the head's line, unchanged. */
interface Head extends Omit<RunResult, "orders" | "kept" | Added>, Partial<Pick<RunResult, Added>> {
  readonly body: "orders" | "kept" | "none";
  readonly bytes: number;
}

const bodyOf = ({ orders, kept }: RunResult): { body: Head["body"]; content: Buffer } => {
  if (orders !== null) return { body: "orders", content: Buffer.from(orders) };
  return kept === null
    ? { body: "none", content: Buffer.alloc(0) }
    : { body: "kept", content: kept };
};

const parse = (file: Buffer): RunResult | undefined => {
  const end = file.indexOf("\n");
  try {
    const { body, bytes, ...result } = JSON.parse(file.toString("utf8", 0, end)) as Head;
    const content = file.subarray(end + 1);
    if (content.length !== bytes) return undefined;
    return {
      title: null,
      status: null,
      ...result,
      orders: body === "orders" ? content.toString() : null,
      kept: body === "kept" ? content : null,
    };
  } catch {
    return undefined;
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Written and flushed. */
const writeWhole = async (path: string, content: Buffer): Promise<void> => {
  const handle = await open(path, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Responses on their way into the database: one file each, flushed to disk before any further step, and removed once
 * they are in the database. So neither an unavailable database nor the end of this program loses one. They are in a local
 * folder that other users can't read, because orders contain addresses.
 */
export const createAnswerFiles = (folder: string) => {
  const pathOf = (key: string) => join(folder, `${key}${suffix}`);
  const names = async (): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  return {
    write: async (key: string, result: RunResult): Promise<void> => {
      const { orders: _orders, kept: _kept, ...rest } = result;
      const { body, content } = bodyOf(result);
      const head: Head = { ...rest, body, bytes: content.length };
      makeFolder(folder, 0o700);
      const draft = join(folder, `${key}${draftSuffix}`);
      const whole = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]);
      try {
        await writeWhole(draft, whole);
        await rename(draft, pathOf(key));
      } catch (error) {
        // On a full disk, the database may need the space of the part.
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(folder);
    },
    remove: async (key: string): Promise<void> => {
      await rm(pathOf(key), { force: true });
    },
    /** The runs whose responses are still here. */
    keys: async (): Promise<string[]> =>
      (await names())
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .filter((key) => keyPattern.test(key)),
    /** Undefined: the file does not exist, or is not one of this gateway's. */
    read: async (key: string): Promise<RunResult | undefined> => {
      try {
        return parse(await readFile(pathOf(key)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    /**
     * Removes partial files of a program that ended while it wrote: they would keep personal addresses for no purpose. Rejects
     * if one can't be removed; the others are removed even then.
     */
    removeTorn: async (): Promise<void> => {
      const removeTornOne = async (name: string) => {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs > tornAfterMs) await rm(path, { force: true });
      };
      const torn = (await names()).filter((one) => one.endsWith(draftSuffix));
      // One that can't be removed must not keep the others here.
      await Promise.all(torn.map(removeTornOne));
    },
  };
};

type Kept =
  | { readonly kind: "kept"; readonly run: ReceivedOrdersRun }
  /** It is in the database, in a file until the database is back, or nowhere because the program stops. */
  | { readonly kind: "stored" | "filed" | "not-kept" };

export interface RunRecorder {
  /** Records a run. Throws `Stop` if it could not be recorded, so nothing may be sent. */
  begin(intent: RunIntent): Promise<Begun>;
  /** Stores the result of a run: in the database, or in a file until the database is back. Not stored only if the gateway stops. */
  end(id: number, key: string, result: RunResult): Promise<Kept>;
  /** Resolves after the first attempt: earlier data may belong to a gateway that ended. */
  readonly looked: Promise<void>;
  /** The program stops: data that cannot be stored now is not retried forever. */
  stopping(): void;
  /** Stops checking on runs; to be called when none is in progress. */
  close(): void;
}

export interface RunRecorderOptions {
  readonly database: GatewayDatabase;
  /** Undefined: responses wait in memory only. */
  readonly files: ReturnType<typeof createAnswerFiles> | undefined;
  readonly upstream: string;
  readonly leaseMs: number;
  /** Runs are removed after this many days; 0: never. */
  readonly auditDays: number;
  /** How long a client waits for the database. */
  readonly storeWaitMs: number;
  readonly reached: (step: RunStep) => void | Promise<void>;
  /** When to check on runs. */
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

const cleanMs = 3_600_000;

const abandoned =
  "The gateway stopped, or lost its database, before the response was stored. The API may have moved orders.";

/** For the operator, who would otherwise restart a process that holds the only copy. */
const explainRetry = (filed: boolean): string =>
  `could not record the end of a run; retrying${filed ? "" : ". Only this process has the API's response: before it is stopped, its database or its disk must accept it"}`;

/** Manages runs: those of this process until their results are stored, and those that other processes left. */
export const createRunRecorder = (options: RunRecorderOptions): RunRecorder => {
  const { database, files, upstream, leaseMs, auditDays, storeWaitMs, reached, clock, log } =
    options;
  const mine = new Set<string>();
  const foreign = new Set<string>();
  const isNew = oncePerMinute(() => clock.now());
  let isStopping = false;

  /** Written to disk with fsync first; if the disk fails, the database is used. */
  const file = async (key: string, result: RunResult): Promise<boolean> => {
    if (files === undefined) return false;
    try {
      await files.write(key, result);
      return true;
    } catch (error) {
      log({ code: codeOf(error) }, "could not store an answer in a file");
      return false;
    }
  };

  /** Retries while the process runs, and a few times when it stops. False: not in the database. */
  const store = (key: string, result: RunResult, filed: boolean): Promise<boolean> =>
    writeUntilStored({
      write: async () => {
        const known = await endRun(await database.sql(), key, result);
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
    const result = await files?.read(key);
    if (result !== undefined && (await endRun(await database.sql(), key, result)))
      return files?.remove(key);
    // Its own gateway was faster.
    if (!(await files?.keys())?.includes(key)) return undefined;
    // Incomplete, or of another database: it is left for a person and not read again.
    foreign.add(key);
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
      if (isNew(code)) log({ code, key }, "could not process the answer files; retrying");
    }
  };
  const adoptAll = async (): Promise<void> => {
    for (const key of (await files?.keys()) ?? [])
      if (!mine.has(key) && !foreign.has(key)) await tryFiles(async () => adopt(key), key);
  };
  const recover = async (): Promise<void> => {
    const sql = await database.sql();
    await tryFiles(() => files?.removeTorn());
    await tryFiles(adoptAll);
    const left = await giveUpRuns(sql, upstream, leaseMs, abandoned);
    for (const run of left)
      log({ run }, "the result of a run is unknown; settle it in the console");
  };
  const clean = async (): Promise<void> => {
    if (auditDays > 0) await pruneRuns(await database.sql(), auditDays);
  };
  const stops = [
    repeat(clock, leaseMs / 4, async () => {
      if (mine.size > 0) await keepAlive(await database.sql(), [...mine]);
    }),
    repeat(clock, leaseMs / 2, recover),
    repeat(clock, cleanMs, clean),
  ];
  const looked = recover().catch(() => undefined);
  void looked.then(clean).catch(() => undefined);

  const tryBegin = async (intent: RunIntent): Promise<Begun> => {
    const sql = await database.sql();
    const begun = await beginRun(sql, upstream, intent);
    if (begun.kind === "begun") return begun;
    // The blocking run may belong to a gateway that ended.
    await recover();
    return beginRun(sql, upstream, intent);
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
        const never = unsentResult(reason, new Date().toISOString());
        // It is unknown whether the run was recorded, but nothing was sent.
        void trying.catch(() => undefined).then(async () => store(intent.key, never, true));
        throw new Stop(explainUnrecorded(error));
      }
    },
    end: async (id, key, result) => {
      const filed = await file(key, result);
      await reached("before-commit");
      const stored = store(key, result, filed);
      const tooLong = sleep(storeWaitMs, false, { ref: false });
      const isStored = await (filed ? Promise.race([stored, tooLong]) : stored);
      if (!isStored) return { kind: filed ? "filed" : "not-kept" };
      const run = await database
        .sql()
        .then(async (sql) => readRun(sql, upstream, id))
        .catch(() => undefined);
      return run === undefined ? { kind: "stored" } : { kind: "kept", run };
    },
    looked,
    stopping: () => {
      isStopping = true;
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
