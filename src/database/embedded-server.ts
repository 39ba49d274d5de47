import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./connect.ts";
import { embeddedDatabase, embeddedUser, folderArgument, prepareDataFolder, serverEnvironment } from "./data-folder.ts";
import { keeperScript, usersPipe } from "./keeper.ts";
import { findBinaries } from "./postgres-binaries.ts";
import { readPostmaster } from "./postmaster.ts";
import { serverAccount } from "./server-account.ts";
import { reachSocket } from "./socket-path.ts";

export interface EmbeddedOptions {
  /** The folder that holds everything; the server's own files are in `postgres` under it. */
  dataDir: string;
  /** False only for tests: nothing is forced to the disk. */
  durable?: boolean;
}

export interface EmbeddedServer {
  target: Target;
  /** Starts the server again if it is gone. */
  ensure(): Promise<void>;
  /** Lets go of the server, and waits until it has stopped if nobody else uses it. */
  stop(): Promise<void>;
}

interface Place {
  dataDir: string;
  folder: string;
  durable: boolean;
}

const tick = 5;

/**
 * The PostgreSQL of a data folder: started, or joined when another process of ours runs it already. It stops by
 * itself when the last process that uses it has ended, in whatever way.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  const place: Place = { dataDir, folder: join(dataDir, "postgres"), durable: options.durable ?? true };
  mkdirSync(dataDir, { recursive: true });
  let users = await acquire(place);
  const socket = reachSocket(place.folder);
  return {
    target: { path: socket.path, user: embeddedUser, database: embeddedDatabase },
    async ensure() {
      const old = users;
      users = await acquire(place);
      closeSync(old);
    },
    async stop() {
      closeSync(users);
      await waitForStop(place.folder);
      socket.release();
    },
  };
}

/** Joins the folder's users, starting a server when there is none. Returns the descriptor that keeps it running. */
async function acquire(place: Place): Promise<number> {
  const account = serverAccount(place.folder);
  prepareDataFolder(place.folder, () => findBinaries(account), account, place.durable);
  const joined = openUsers(place.folder);
  if (joined !== undefined) return waitUntilReady(place, joined);
  await stopOrphan(place.folder);
  const keeper = launch(place);
  for (;;) {
    const users = openUsers(place.folder);
    if (users !== undefined) return waitUntilReady(place, users, keeper);
    if (keeper.exitCode !== null) throw new Error(readLog(place.dataDir));
    await sleep(tick);
  }
}

/** Undefined when no keeper is at the other end. */
function openUsers(folder: string): number | undefined {
  try {
    return openSync(join(folder, usersPipe), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENXIO")) return undefined;
    throw error;
  }
}

async function waitUntilReady(place: Place, users: number, keeper?: ChildProcess): Promise<number> {
  for (let waited = 0; waited < 30_000; waited += tick) {
    const postmaster = readPostmaster(place.folder);
    if (postmaster?.alive && postmaster.ready) return users;
    if (keeper && keeper.exitCode !== null && !postmaster?.alive) break;
    await sleep(tick);
  }
  closeSync(users);
  throw new Error(readLog(place.dataDir));
}

/** A server that nobody keeps: one that is stopping right now, or whose keeper was killed. */
async function stopOrphan(folder: string): Promise<void> {
  const signals: Record<number, NodeJS.Signals> = { 1_000: "SIGINT", 15_000: "SIGQUIT" };
  for (let waited = 0; waited <= 20_000; waited += tick) {
    const postmaster = readPostmaster(folder);
    if (!postmaster?.alive) return;
    const signal = signals[waited];
    if (signal) process.kill(postmaster.pid, signal);
    await sleep(tick);
  }
  throw new Error(`The PostgreSQL of ${folder} (process ${readPostmaster(folder)?.pid}) does not stop.`);
}

function launch({ dataDir, folder, durable }: Place): ChildProcess {
  const account = serverAccount(folder);
  const stale = readPostmaster(folder);
  const log = openSync(join(dataDir, "postgres.log"), "a", 0o600);
  const settings = ["listen_addresses=", "unix_socket_directories=.", "unix_socket_permissions=0700", "timezone=UTC", "jit=off"];
  if (!durable) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  const keeper = spawn(
    "/bin/sh",
    ["-c", keeperScript, "supercargo", findBinaries(account).postgres, "-D", folderArgument(account, folder), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...account,
      cwd: folder,
      detached: true,
      stdio: ["ignore", log, log],
      // PostgreSQL takes any live process of that number for a server; we know better, and its other checks still hold.
      env: serverEnvironment(stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {}),
    },
  );
  keeper.unref();
  closeSync(log);
  return keeper;
}

async function waitForStop(folder: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += tick) {
    if (!readPostmaster(folder)?.alive) return;
    // The keeper removes the pipe when the last user has gone; while it stays, somebody else is at work.
    if (waited > 500 && existsSync(join(folder, usersPipe))) return;
    await sleep(tick);
  }
}

function readLog(dataDir: string): string {
  return readFileSync(join(dataDir, "postgres.log"), "utf8").slice(-2_000);
}
