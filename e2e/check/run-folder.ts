import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "#database/is-running.ts";

const prefix = "supercargo-check-";

/** What runs that were killed have left behind. */
const removeOrphans = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
};

/**
 * A folder for everything that one run of the check writes (databases, profiles, downloads), so that two runs do not
 * meet and nothing of one stays. It is removed when the process ends; one that is killed is cleaned up by the next.
 */
export const makeRunFolder = (parent = tmpdir()): string => {
  removeOrphans(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Under root PostgreSQL runs as another user, who passes through here.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
