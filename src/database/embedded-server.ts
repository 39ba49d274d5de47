import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Target } from "./connect.ts";
import { embeddedDatabase, embeddedUser, prepareDataFolder } from "./data-folder.ts";
import { explainFailure } from "./explain-failure.ts";
import { hasStarted } from "./has-started.ts";
import { usersPipe } from "./keeper.ts";
import { readPostmaster, removeEmptyLocks, stopOrphan } from "./postmaster.ts";
import { launchServer, type ServerProcess } from "./server-process.ts";
import { acceptsConnections, reachSocket, type SocketPath } from "./socket-path.ts";

export interface EmbeddedOptions {
  /** The folder that contains everything; the server's own files are in its subfolder `postgres`. */
  dataDir: string;
  /** False only for tests: nothing is synced to disk. */
  durable?: boolean;
}

export interface EmbeddedServer {
  target: Target;
  /** Starts the server again if it is not running; fast if it is. */
  ensure(): Promise<void>;
  /** Releases the server. If no other process uses it, waits until it has stopped. */
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  socket: SocketPath;
  durable: boolean;
}

/** Milliseconds between two checks, and the time limit of a start or a stop: recovery after a crash reads much data. */
const tick = 5;
const patience = 60_000;
/** Milliseconds without a visible server after which a process that has joined leaves and tries again. */
const longUnseen = 2_000;

/**
 * The PostgreSQL of a data folder: started, or joined when another process already runs it. It stops automatically when
 * the last process that uses it has ended, for any reason.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, "postgres");
  const durable = options.durable ?? true;
  try {
    prepareDataFolder(folder, durable);
    const place = { folder, socket: reachSocket(folder), durable };
    let users = await acquire(place);
    return {
      target: createTarget(place),
      async ensure() {
        const old = users;
        try {
          users = await acquire(place);
        } catch (error) {
          throw explainFailure(error, dataDir);
        }
        closeSync(old);
      },
      async stop() {
        closeSync(users);
        await waitForStop(folder);
        place.socket.release();
      },
    };
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
}

const createTarget = ({ socket }: Place): Target => ({
  path: socket.path,
  user: embeddedUser,
  database: embeddedDatabase,
});

/**
 * Becomes one of the folder's users, starting a server if there is none. Returns the descriptor that marks this process
 * as a user.
 */
async function acquire(place: Place): Promise<number> {
  const began = Date.now();
  for (const end = began + patience; Date.now() < end;) {
    const joined = openUsers(place.folder);
    const users = joined ?? (await start(place, began));
    if (users !== undefined && (await isReady(place, end)) && (await answers(place))) return users;
    if (users !== undefined) closeSync(users);
    await sleep(tick);
  }
  const holder = readPostmaster(place.folder);
  throw new Error(
    `The PostgreSQL of ${dirname(place.folder)} (process ${holder?.pid ?? "unknown"}) neither starts nor stops. Stop it manually, or set DATA_DIR to another folder.`,
  );
}

/** Undefined when another process was faster, or when a killed server has not ended yet. */
async function start(
  { folder, socket, durable }: Place,
  began: number,
): Promise<number | undefined> {
  await stopOrphan(folder);
  if (await acceptsConnections(socket.path)) {
    throw new Error(
      `The PostgreSQL of ${dirname(folder)} was started in another container or on another machine. Stop it there, or set DATA_DIR to another folder.`,
    );
  }
  removeEmptyLocks(folder);
  const server = launchServer(folder, durable);
  for (;;) {
    const users = openUsers(folder);
    if (users !== undefined && (await startsWith(users, folder, server))) return users;
    if (server.keeper.exitCode !== null || server.keeper.signalCode !== null)
      return failUnlessTemporary(folder, server, began);
    await sleep(tick);
  }
}

/** Releases the server that did not start. */
async function startsWith(users: number, folder: string, server: ServerProcess): Promise<boolean> {
  let started = false;
  try {
    started = await hasStarted(folder, server.keeper);
    return started;
  } finally {
    if (!started) closeSync(users);
  }
}

/**
 * The server's messages while the processes of a killed one still hold its memory (each ends when it notices), and
 * while another one that starts has created the lock file and not written it yet.
 */
const passes = /pre-existing shared memory block .* is still in use|lock file ".*" is empty/;

/**
 * The message about the lock file of another server, and the milliseconds in which it may end: of several processes that
 * start at once, one may have stopped its server before another reads the lock.
 */
const isLocked = /lock file ".*" already exists/;
const lockLinger = 5_000;

/** Returns when another attempt may succeed; `began` is when the first one was made. */
function failUnlessTemporary(folder: string, server: ServerProcess, began: number): undefined {
  const output = server.output();
  if (readPostmaster(folder)?.alive || passes.test(output)) return;
  // The server that held the lock has ended since. A lock that stays is reported.
  if (isLocked.test(output) && Date.now() - began < lockLinger) return;
  throw new Error(output);
}

/** Undefined when no keeper reads at the other end. */
function openUsers(folder: string): number | undefined {
  try {
    return openSync(join(folder, usersPipe), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ENXIO")
    )
      return undefined;
    throw error;
  }
}

/**
 * False when the server to join has stopped. Checks the socket, because another container's pid is not visible here.
 */
async function isReady({ folder, socket }: Place, end: number): Promise<boolean> {
  let seenAt = Date.now();
  while (Date.now() < end) {
    const postmaster = readPostmaster(folder);
    if (postmaster?.ready && (await acceptsConnections(socket.path))) return true;
    const still = openUsers(folder);
    if (still === undefined) return false;
    closeSync(still);
    if (postmaster?.alive) seenAt = Date.now();
    // If server and keeper were killed, what is left of the keeper waits until this process leaves.
    if (Date.now() - seenAt > longUnseen) return false;
    await sleep(tick);
  }
  return false;
}

/** The errors of a query whose server has stopped or is only starting. */
const gone = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ENOENT",
  "CONNECTION_CLOSED",
  "57P03",
]);

/** False for a server that was just killed: its socket still accepts connections briefly. */
async function answers(place: Place): Promise<boolean> {
  const sql = connect(createTarget(place), { max: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    // Other errors are reported by the next query that fails with them.
    return !(error instanceof Error && "code" in error && gone.has(String(error.code)));
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Whether any process holds the writing end of the pipe. Takes nothing from its keeper: users write nothing. */
function hasUsers(folder: string): boolean {
  let reader: number | undefined;
  try {
    reader = openSync(join(folder, usersPipe), constants.O_RDONLY | constants.O_NONBLOCK);
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch (error) {
    // Without a writer the pipe is at its end; with one, there is nothing to read yet.
    return error instanceof Error && "code" in error && error.code === "EAGAIN";
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}

/** Whether the keeper was killed: the pipe is still there, and without a reader. */
function isOrphan(folder: string): boolean {
  const writer = openUsers(folder);
  if (writer === undefined) return existsSync(join(folder, usersPipe));
  closeSync(writer);
  return false;
}

/** Returns early if the server goes on: another process uses it, or its keeper is dead and the next start takes it over. */
async function waitForStop(folder: string): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(tick)) {
    if (!readPostmaster(folder)?.alive || isOrphan(folder) || hasUsers(folder)) return;
  }
}
