import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/** A process' own time, with that of its ended children. */
const readTime = (pid: string): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
};

/**
 * The processor time in milliseconds of processes and their children: on a busy machine it says more than the time that
 * passes.
 */
export const readProcessorTime = (pids: readonly (string | number)[]): number =>
  pids
    .map(String)
    .flatMap((pid) => [
      pid,
      ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(/\s+/),
    ])
    .filter((pid) => pid !== "")
    .reduce((sum, pid) => sum + readTime(pid), 0);
