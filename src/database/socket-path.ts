import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
