import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Target } from "./connect.ts";
import { embeddedDatabase, embeddedUser, isRunning, prepareDataFolder } from "./data-folder.ts";
import {
  acceptsConnections,
  reachSocket,
  readPostmaster,
  removeEmptyLocks,
  type SocketPath,
} from "./postmaster.ts";
import { launchServer, type ServerProcess } from "./server-process.ts";

/** Patterns of causes in messages of the system or PostgreSQL, each with an instruction for a person. */
const causes: [sign: RegExp, explain: (dataDir: string) => string][] = [
  [
    /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/,
    (dataDir) =>
      `The disk that holds ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  ],
  [
    /EROFS|Read-only file system/,
    (dataDir) => `${dataDir} is on a read-only file system. Set DATA_DIR to a writable folder.`,
  ],
  [
    /ENOTDIR|EEXIST|Not a directory/,
    (dataDir) => `${dataDir} is a file, not a folder. Set DATA_DIR to a folder.`,
  ],
  [
    /ENOENT[^]*, mkdir /,
    (dataDir) => `${dataDir} can't be created. Set DATA_DIR to a folder on a disk.`,
  ],
  [
    // The log is in the data folder, and the shell starts in its subfolder.
    /ENOENT[^]*postgres\.log|spawn \/bin\/sh ENOENT/,
    (dataDir) =>
      `${dataDir}, or a part of it, was removed while this program was running. Stop the program, put the folder back or set DATA_DIR to a new one, and start again.`,
  ],
  [
    /EMFILE|ENFILE|Too many open files|insufficient file descriptors/,
    () => "The limit for open files is too low. Increase it (ulimit -n 1024) and start again.",
  ],
  [
    /EAGAIN|ENOMEM|Cannot allocate memory|could not map anonymous shared memory|could not fork|out of memory/,
    () =>
      "Not enough free memory or processes for PostgreSQL. It needs about 200 MB and 20 processes.",
  ],
  [
    /wrong ownership|EACCES|EPERM|Permission denied|Operation not permitted/,
    (dataDir) =>
      `This user has no access to ${dataDir}. Start as the user who owns it, or set DATA_DIR to another folder.`,
  ],
  [
    /invalid permissions/,
    (dataDir) =>
      `${dataDir}/postgres is readable by other users, so PostgreSQL won't use it. Run chmod 700 on it.`,
  ],
  [
    /incompatible with server/,
    (dataDir) =>
      `${dataDir} was created by another build of PostgreSQL and can't be read here. Set DATA_DIR to a new folder, or copy the records with pg_dump.`,
  ],
  [
    /lock file "[^"]*" already exists|shared memory block .* is still in use/,
    (dataDir) =>
      `Another PostgreSQL is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  ],
  [
    /could not find the database system|could not locate a valid checkpoint|invalid checkpoint|could not open file "[^"]*(global|base|pg_[a-z]+)\/|PANIC/,
    (dataDir) =>
      `The files in ${dataDir} are damaged. Restore a backup, or set DATA_DIR to a new folder.`,
  ],
  [
    /error while loading shared libraries|required file not found|ENOENT.*initdb|GLIBC/,
    () =>
      "The embedded PostgreSQL doesn't run on this system because it needs glibc. Set DATABASE_URL to your own PostgreSQL.",
  ],
];

/** An error that a person can act on: the problem, the solution, and the original message. */
function explainFailure(cause: unknown, dataDir: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const known = causes.find(([sign]) => sign.test(message));
  const sentence = known ? known[1](dataDir) : "The embedded PostgreSQL did not start.";
  const detail = lastLine(message);
  return new Error(detail ? `${sentence} (${detail})` : sentence, { cause });
}

/** The line that names the problem; the rest is in the log. */
function lastLine(message: string): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const worst =
    lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? "";
  return worst.replace(/^[\d-]+ [\d:.]+ UTC \[\d+\] /, "").trim();
}

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
  /** Stops the server, unless another process started it. */
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  socket: SocketPath;
  durable: boolean;
}

/** Milliseconds between two checks. */
const tick = 5;

/** Milliseconds that another process's server may take to start or to stop, and one without its owner to stop by itself. */
const patience = 60_000;
const orphanMs = 1_000;

/** Milliseconds that a start may take: after a crash, up to a gigabyte of the log is read and applied. */
const longestStart = 600_000;

/**
 * The PostgreSQL of a data folder. The process that starts it owns it: the server stops when its owner ends, however it
 * ends. Another process on the folder uses the same server, and starts one when its owner has ended.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, "postgres");
  const durable = options.durable ?? true;
  try {
    prepareDataFolder(folder, durable);
    const place = { folder, socket: reachSocket(folder), durable };
    let keeper = await ensureServer(place);
    return {
      target: createTarget(place),
      async ensure() {
        try {
          keeper = (await ensureServer(place)) ?? keeper;
        } catch (error) {
          throw explainFailure(error, dataDir);
        }
      },
      async stop() {
        if (keeper !== undefined) await stopServer(keeper);
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

/** Starts a server if none runs; then returns its keeper. */
async function ensureServer(place: Place): Promise<ChildProcess | undefined> {
  const { folder, socket } = place;
  const began = Date.now();
  while (Date.now() - began < patience) {
    const owner = await findOwner(place);
    const postmaster = readPostmaster(folder);
    // Another container's server has a socket here, but no process.
    const isHere = postmaster?.alive === true;
    if (owner !== undefined && (!isHere || isRunning(owner))) return undefined;
    if (isHere) {
      // Its keeper stops it, unless that was killed too.
      if (owner !== undefined && Date.now() - began > orphanMs)
        process.kill(postmaster.pid, "SIGINT");
    } else if (!(await acceptsConnections(socket.path))) {
      const keeper = await start(place, began);
      if (keeper !== undefined) return keeper;
    }
    await sleep(tick);
  }
  throw new Error(
    `The PostgreSQL of ${dirname(folder)} (process ${readPostmaster(folder)?.pid ?? "unknown"}) neither starts nor stops. Stop it manually, or set DATA_DIR to another folder.`,
  );
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Undefined when another process was faster, or when a killed server has not ended yet. */
async function start(place: Place, began: number): Promise<ChildProcess | undefined> {
  const { folder } = place;
  removeEmptyLocks(folder);
  const server = launchServer(folder, place.durable);
  for (const end = Date.now() + longestStart; !hasEnded(server.keeper); await sleep(tick)) {
    if ((await findOwner(place)) === process.pid) return server.keeper;
    if (Date.now() < end) continue;
    server.keeper.stdin?.destroy();
    throw new Error(
      `The PostgreSQL of ${dirname(folder)} was not ready after ${longestStart / 1_000} seconds. See ${dirname(folder)}/postgres.log, or set DATA_DIR to another folder.`,
    );
  }
  return failUnlessTemporary(folder, server, began);
}

/** The keeper stops the server when its input ends, and ends with it. */
async function stopServer(keeper: ChildProcess): Promise<void> {
  keeper.stdin?.destroy();
  if (hasEnded(keeper)) return;
  keeper.ref();
  await once(keeper, "exit");
}

/**
 * The server's messages about the lock file of another one that starts or ends at the same moment, and about the memory
 * that the processes of a killed one still hold: each ends when it notices.
 */
const isHeld =
  /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block .* is still in use/;

/** A lock that stays is reported after this time, in milliseconds. */
const lockLinger = 20_000;

/** Returns when another attempt may succeed; `began` is when the first one was made. */
function failUnlessTemporary(folder: string, server: ServerProcess, began: number): undefined {
  const output = server.output();
  if (readPostmaster(folder)?.alive) return;
  if (isHeld.test(output) && Date.now() - began < lockLinger) return;
  throw new Error(output);
}

/** The errors of a query whose server is starting, stopping or gone. */
const unavailable = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ENOENT",
  "CONNECTION_CLOSED",
  "CONNECT_TIMEOUT",
  "57P01",
  "57P02",
  "57P03",
]);

/** The process that started the server, if it answers. A socket alone proves nothing: that of a killed one accepts briefly. */
async function findOwner(place: Place): Promise<number | undefined> {
  if (!readPostmaster(place.folder)?.ready) return undefined;
  const sql = connect(createTarget(place), { max: 1 });
  try {
    const [found] = await sql<{ name: string }[]>`select current_setting('cluster_name') as name`;
    return Number(found?.name.split("-").at(-1));
  } catch (error) {
    if (error instanceof Error && "code" in error && unavailable.has(String(error.code)))
      return undefined;
    throw error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
