import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Binaries, majorVersion } from "./postgres-binaries.ts";
import { type Account, canReach } from "./server-account.ts";

/** The names under which the embedded server knows its superuser and its database. */
export const embeddedUser = "supercargo";
export const embeddedDatabase = "postgres";

/**
 * How a server process names its data folder. One that cannot enter the folders above starts inside and stays there.
 */
export function folderArgument(account: Account | undefined, folder: string): string {
  if (canReach(account, folder)) return folder;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(`PostgreSQL cannot run as root, and its own user cannot enter ${dirname(folder)}. Start as an ordinary user, or set DATA_DIR to a folder that all may enter.`);
}

/** The environment of the server's processes: theirs to speak English and nothing of ours to leak. */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", ...extra };
}

/** Makes sure that a data folder of the right version is there, making a new one in place of nothing. */
export function prepareDataFolder(folder: string, binaries: () => Binaries, account: Account | undefined, durable: boolean): void {
  removeAbandonedDrafts(folder);
  if (existsSync(folder) && readdirSync(folder).length > 0) return checkDataFolder(folder);
  const draft = `${folder}.new-${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const options = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--auth=trust", "--no-instructions"];
  // Given rather than probed: each would cost a trial start.
  options.push("-c", "max_connections=100", "-c", "shared_buffers=128MB");
  if (!durable) options.push("--no-sync");
  const made = spawnSync(binaries().initdb, ["-D", folderArgument(account, draft), "-U", embeddedUser, ...options], {
    ...account,
    cwd: draft,
    env: serverEnvironment(),
    encoding: "utf8",
  });
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(made.error?.message ?? (made.stderr.trim() || `initdb ended with ${String(made.signal ?? made.status)}`));
  }
  adoptDraft(draft, folder);
}

/** A folder is there whole or not at all, whenever we are killed and however many start at once. */
function adoptDraft(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster; its folder is as good.
    if (!existsSync(join(folder, "PG_VERSION"))) throw error;
  }
}

function removeAbandonedDrafts(folder: string): void {
  if (!existsSync(dirname(folder))) return;
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder)).filter((entry) => entry.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function checkDataFolder(folder: string): void {
  const version = join(folder, "PG_VERSION");
  if (!existsSync(version)) {
    throw new Error(`${folder} holds files that are not PostgreSQL's. Set DATA_DIR to an empty or a new folder, or move those files away.`);
  }
  const found = readFileSync(version, "utf8").trim();
  if (found !== String(majorVersion)) {
    throw new Error(
      `${folder} was written by PostgreSQL ${found}; this version brings PostgreSQL ${majorVersion}, which cannot read it. ` +
        `Move it with pg_dump and psql of PostgreSQL ${found}, or set DATA_DIR to a new folder.`,
    );
  }
}
