// Serializes two starts in one folder, so that they do not install or build at the same time: the later one waits for
// the earlier one.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** @type {(pid: number) => boolean} */
const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * When a process started, in the system's own unit; empty where the system does not say. With its id it names a process
 * for good: containers give the same few ids again and again.
 *
 * @type {(pid: number) => string}
 */
const findStart = (pid) => {
  try {
    // The second field, the program's name, may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[19] ?? "";
  } catch {
    return "";
  }
};

/**
 * The process whose turn it is; undefined if there is none or it was killed.
 *
 * @type {(lock: string) => number | undefined}
 */
function findHolder(lock) {
  let content;
  try {
    content = readFileSync(lock, "utf8");
  } catch {
    return undefined;
  }
  const [first = "", start = ""] = content.split(" ");
  const pid = Number(first);
  // This process has not had its turn, so its id is in a lock that another one left.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid))
    return undefined;
  return start === "" || start === findStart(pid) ? pid : undefined;
}

/**
 * A link is created completely or not at all, and by only one process.
 *
 * @type {(lock: string) => boolean}
 */
function take(lock) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${findStart(process.pid)}`);
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Resolves when it is this process's turn, which lasts until the process ends. `say` is called once if that takes a wait.
 *
 * @type {(folder: string, say: (line: string) => void) => Promise<void>}
 */
export async function takeTurn(folder, say) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "prepare.lock");
  let isWaiting = false;
  while (!take(lock)) {
    const holder = findHolder(lock);
    if (holder === undefined) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isWaiting)
      say(`Waiting for another start that installs or builds (process ${holder}) ...`);
    isWaiting = true;
    await sleep(100);
  }
  process.once("exit", () => rmSync(lock, { force: true }));
}
