import type { ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPostmaster } from "./postmaster.ts";

/** Milliseconds between two checks. */
const tick = 5;

/** Milliseconds that a start may take: after a crash, up to a gigabyte of the log is read and applied. */
const longestStart = 600_000;

/**
 * Waits until the server of a new keeper accepts connections; false if the keeper ends before. Rejects if neither
 * happens within `limit` milliseconds.
 */
export async function hasStarted(
  folder: string,
  keeper: Pick<ChildProcess, "exitCode" | "signalCode">,
  limit = longestStart,
): Promise<boolean> {
  const end = Date.now() + limit;
  while (keeper.exitCode === null && keeper.signalCode === null) {
    const postmaster = readPostmaster(folder);
    if (postmaster?.alive && postmaster.ready) return true;
    if (Date.now() >= end) throw new Error(explain(folder, postmaster?.pid, limit));
    await sleep(tick);
  }
  return false;
}

const explain = (folder: string, pid: number | undefined, limit: number): string =>
  `The PostgreSQL of ${dirname(folder)} (process ${pid ?? "unknown"}) was not ready after ${limit / 1_000} seconds. ` +
  `See ${dirname(folder)}/postgres.log, or set DATA_DIR to another folder.`;
