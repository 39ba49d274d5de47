import { spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { findBinaries, majorVersion, serverAccount } from "./postgres-binaries.ts";
import { folderArgument, serverEnvironment } from "./server-process.ts";

/**
 * Creates a folder and the missing ones above it. Node's own recursive mkdir never ends where the system answers ENOENT
 * to each new name in an existing folder, as /proc does.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    const lacksParent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!lacksParent || existsSync(parent) || parent === path) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether a process with this id runs on this machine, including one of another user. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** The names of the embedded server's superuser and database. */
export const embeddedUser = "supercargo";
export const embeddedDatabase = "postgres";

// The same text order on every machine, whatever its libraries; the sizes are given because probing takes several
// starts.
const initOptions = [
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--auth=trust",
  "--no-instructions",
  "--set=max_connections=100",
  "--set=shared_buffers=128MB",
];

/** Ensures that the server's data folder exists and has this version; creates a missing one. */
export function prepareDataFolder(folder: string, durable: boolean): void {
  const parent = dirname(folder);
  makeFolder(parent);
  if (existsSync(folder) && readdirSync(folder).length > 0) return checkDataFolder(folder);
  removeAbandonedDrafts(folder);
  const draft = `${folder}.new-${process.pid}`;
  try {
    initialise(draft, durable);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // If several start at once, the first one succeeds; its folder is equivalent.
    if (existsSync(join(folder, "PG_VERSION"))) return;
    throw error;
  }
  if (durable) for (const path of [parent, dirname(parent)]) syncFolder(path);
}

/**
 * In a folder with a temporary name, so that the final one exists completely or not at all, even if this process is
 * killed.
 */
function initialise(draft: string, durable: boolean): void {
  const account = serverAccount(draft);
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const options = durable ? initOptions : [...initOptions, "--no-sync"];
  const made = spawnSync(
    findBinaries(account).initdb,
    ["-D", folderArgument(account, draft), "-U", embeddedUser, ...options],
    {
      ...account,
      cwd: draft,
      env: serverEnvironment(),
      encoding: "utf8",
    },
  );
  if (made.status !== 0)
    throw (
      made.error ??
      new Error(made.stderr.trim() || `initdb ended with ${String(made.signal ?? made.status)}`)
    );
}

/**
 * A new name in a folder is lost in a power failure unless the folder is synced too. Folders above the data folder may
 * belong to another user and deny reading: those existed before, and need no sync.
 */
function syncFolder(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return;
    throw error;
  }
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** A draft with this process's own id is from a killed one: containers give the same few ids again and again. */
function removeAbandonedDrafts(folder: string): void {
  const prefix = `${basename(folder)}.new-`;
  for (const name of readdirSync(dirname(folder)).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isRunning(pid))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function checkDataFolder(folder: string): void {
  const version = join(folder, "PG_VERSION");
  if (!existsSync(version)) {
    throw new Error(
      `${folder} contains files that don't belong to PostgreSQL. Set DATA_DIR to an empty or new folder, or move those files.`,
    );
  }
  const found = readFileSync(version, "utf8").trim();
  if (found !== String(majorVersion)) {
    throw new Error(
      `${folder} was created by PostgreSQL ${found}. This version includes PostgreSQL ${majorVersion}, which can't read it. ` +
        `Set DATA_DIR to a new folder and copy the records with pg_dump and psql, or set DATABASE_URL to a PostgreSQL ${found}.`,
    );
  }
  if (process.getuid?.() === 0 && statSync(folder).uid === 0) {
    throw new Error(
      `${folder} belongs to root, and PostgreSQL can't run as root. Change its owner (chown -R nobody ${folder}), or set DATA_DIR to a new folder.`,
    );
  }
}
