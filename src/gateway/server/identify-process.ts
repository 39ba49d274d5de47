import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/*
 * Identifies the process that works on a run, so that another process can detect that it has ended. This works only
 * where both share a Linux machine and its process numbers; elsewhere only a missing lease renewal shows it.
 */

const textIn = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return "";
  }
};

/** This machine since its start, and its process namespace: a container has its own process numbers. */
const machine = (): string => {
  const start = textIn(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const numbers = textIn(() => readlinkSync("/proc/self/ns/pid"));
  return start === "" || numbers === "" ? "" : `${hostname()}/${start}/${numbers}`;
};

/**
 * The process's state and its start time by the kernel's count, because numbers are reused; undefined if it does not
 * exist.
 */
const statusOf = (pid: number): { state: string; began: string } | undefined => {
  const stat = textIn(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The process name before may contain anything, brackets and spaces too.
  const [state = "", ...others] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" ? undefined : { state, began: others[18] ?? "" };
};

const ended: ReadonlySet<string> = new Set(["Z", "X"]);

/** A process of another user may be hidden, but still reports that signaling it is not allowed. */
const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
};

/** The stored name of a process; null if its end could not be detected later. */
export const markOfProcess = (pid: number = process.pid): string | null => {
  const [here, status] = [machine(), statusOf(pid)];
  return here === "" || status === undefined ? null : `${pid} ${status.began} ${here}`;
};

/** True only if it is certain that the process with that mark has ended. */
export const hasEnded = (mark: string): boolean => {
  const [pid = "", began = "", ...where] = mark.split(" ");
  if (where.join(" ") !== machine() || where.length === 0) return false;
  const status = statusOf(Number(pid));
  if (status === undefined) return !exists(Number(pid));
  return ended.has(status.state) || status.began !== began;
};
