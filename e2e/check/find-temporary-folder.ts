import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux's file system in memory. */
const memory = "/dev/shm";

/** A run writes at most 1 GB at a time; the rest is for the processes, and for another run beside it. */
const needed = { files: 3e9, memory: 8e9 };

const allowsPrograms = (): boolean =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .some(([, place, , options]) => place === memory && !/\bnoexec\b/.test(options ?? ""));

const hasRoom = (): boolean => {
  accessSync(memory, constants.W_OK);
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= needed.files && process.availableMemory() >= needed.memory;
};

/**
 * The parent of a run's temporary folder: memory where it has room, otherwise the system's folder. Hundreds of
 * databases of 300 files each are created and dropped, which on a disk takes a quarter of the unit tests' CPU time.
 */
export const findTemporaryFolder = (): string => {
  try {
    // TMPDIR is the choice of the person who starts the run.
    if (process.env["TMPDIR"] !== undefined) return tmpdir();
    return allowsPrograms() && hasRoom() ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
};
