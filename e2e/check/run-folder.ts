import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "#database/data-folder.ts";
import { findTemporaryFolder } from "./find-temporary-folder.ts";

const prefix = "supercargo-check-";

/** Removes a folder, unless it is another user's: in a shared temporary folder only that user may remove it. */
const removeOwn = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EACCES" && code !== "EPERM") throw error;
  }
};

/** Removes the folders of runs that were killed. */
const removeOrphans = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeOwn(join(parent, name));
  }
};

/**
 * A folder for everything that one run of the check writes (databases, profiles, downloads), so that two runs don't
 * conflict and leave nothing behind. It is removed when the process ends; that of a killed run is removed by the
 * next.
 */
export const makeRunFolder = (parent = findTemporaryFolder()): string => {
  removeOrphans(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Under root, PostgreSQL runs as another user, who needs access through this folder.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
