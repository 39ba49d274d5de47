import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The content of `postmaster.pid` about the server that last ran over a data folder. */
export interface Postmaster {
  pid: number;
  /** It accepts connections. */
  ready: boolean;
  /** A server of this folder runs with that process id; false for a file that a killed one left. */
  alive: boolean;
}

/** Undefined when no server ran, or the last one was stopped in an orderly way. */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ENOTDIR")
    )
      return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  return { pid, ready: lines[7]?.trim() === "ready", alive: isServerIn(folder, pid) };
}

/** Milliseconds after which an empty lock file is a remnant of a crash: a server writes it right after creating it. */
const longEmpty = 2_000;

/** Removes the empty lock files that a crash has left, because they prevent a start. */
export function removeEmptyLocks(folder: string): void {
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.size === 0 && Date.now() - found.mtimeMs > longEmpty) rmSync(file, { force: true });
  }
}

/** A process id alone proves nothing: after a restart of a machine or a container another program may have it. */
function isServerIn(folder: string, pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    if (process.platform === "linux")
      return readWorkingFolder(pid, folder) === realpathSync(folder);
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).includes(
      "postgres",
    );
  } catch {
    return false;
  }
}

/**
 * The folder in which a process runs. Under root the server has another account, and a root without CAP_SYS_PTRACE, as
 * in most containers, may not look at that account's processes: then the account looks itself.
 */
function readWorkingFolder(pid: number, folder: string): string {
  const link = `/proc/${pid}/cwd`;
  try {
    return readlinkSync(link);
  } catch (error) {
    const isDenied = error instanceof Error && "code" in error && error.code === "EACCES";
    if (!isDenied || process.getuid?.() !== 0) throw error;
  }
  const { uid, gid } = statSync(folder);
  // That account's other processes could read our environment, which may contain secrets.
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
  const output = execFileSync("readlink", [link], {
    uid,
    gid,
    env,
    stdio: "pipe",
    encoding: "utf8",
  });
  return output.slice(0, -1);
}

const socketName = ".s.PGSQL.5432";

/** The address of a socket has 108 bytes including its final zero on Linux, 104 on macOS. */
const longestAddress = 103;

/** A path to the socket in a data folder that is short enough for connecting from this process. */
export interface SocketPath {
  path: string;
  release(): void;
}

/**
 * The server itself binds the socket relative to its folder, so the limit applies only to clients. A longer path is
 * replaced by an open descriptor of the folder, which no cleaner of temporary files can remove; without /proc, by a
 * link.
 */
export function reachSocket(folder: string): SocketPath {
  const direct = join(folder, socketName);
  if (Buffer.byteLength(direct) <= longestAddress) return { path: direct, release: () => {} };
  if (process.platform === "linux") {
    const descriptor = openSync(folder, "r");
    return {
      path: `/proc/self/fd/${descriptor}/${socketName}`,
      release: () => closeSync(descriptor),
    };
  }
  const short = mkdtempSync(join(tmpdir(), "sc-"));
  symlinkSync(folder, join(short, "data"));
  return {
    path: join(short, "data", socketName),
    release: () => rmSync(short, { recursive: true, force: true }),
  };
}

/** Whether a server listens at the path. */
export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
