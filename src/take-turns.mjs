// Serializes two starts in one folder, so that they do not install or build at the same time: the later one waits for
// the earlier one.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The process whose turn it is; undefined if there is none or it was killed. */
function findHolder(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A link is created completely or not at all, and by only one process. */
function take(lock) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Resolves when it is this process's turn, which lasts until the process ends. */
export async function takeTurn(folder) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "prepare.lock");
  while (!take(lock)) {
    if (findHolder(lock) === undefined) rmSync(lock, { force: true });
    else await sleep(100);
  }
  process.once("exit", () => rmSync(lock, { force: true }));
}
