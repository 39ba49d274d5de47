import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What `postmaster.pid` says of the server that last ran over a data folder. */
export interface Postmaster {
  pid: number;
  /** It takes connections. */
  ready: boolean;
  /** A server of this folder runs under that number; false for a file that a killed one left behind. */
  alive: boolean;
}

/** Undefined when no server ran, or the last one was stopped in good order. */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  return { pid, ready: lines[7]?.trim() === "ready", alive: isServerOf(folder, pid) };
}

/** A number alone proves nothing: after a restart of a machine or a container another program may bear it. */
function isServerOf(folder: string, pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).includes("postgres");
  } catch {
    return false;
  }
}
