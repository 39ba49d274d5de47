import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Account, canReach, findBinaries, serverAccount } from "./postgres-binaries.ts";
import { readPostmaster } from "./postmaster.ts";

/**
 * The shell script that runs beside the server. Its input is a pipe from the process that started it: the kernel closes
 * that pipe however the process ends, including by `kill -9`, and then the server is stopped in an orderly way.
 *
 * It runs in its own session: Ctrl-C in a terminal must not stop the server before the requests in flight are finished.
 */
const keeperScript = `
exec 3<&0 0</dev/null
"$@" 3<&- &
server=$!
{
  while read -r _ <&3; do :; done
  kill -INT $server
} &
watch=$!
exec 3<&-
wait $server
status=$?
kill $watch 2>/dev/null
exit $status
`;

const settings = {
  listen_addresses: "",
  // Relative to the data folder, so that neither its length nor an inaccessible parent folder matters.
  unix_socket_directories: ".",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",
  // Queries are short: compiling them would cost more than it saves.
  jit: "off",
  // There are no replicas, and without them a bulk load writes its log once instead of twice.
  wal_level: "minimal",
  max_wal_senders: "0",
};

const durableSettings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** A log larger than this is replaced when the server starts. */
const longestLog = 5_000_000;

/** A started server and its messages. */
export interface ServerProcess {
  keeper: ChildProcess;
  /** The log output since its start. */
  output(): string;
}

/** Starts the server with its keeper, both in their own session. The name of its cluster is the process that owns it. */
export function launchServer(folder: string, durable: boolean): ServerProcess {
  const account = serverAccount(folder);
  const stale = readPostmaster(folder);
  const logFile = join(dirname(folder), "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > longestLog) truncateSync(logFile);
  const log = openSync(logFile, "a", 0o600);
  const start = statSync(logFile).size;
  const all = {
    ...settings,
    ...(durable ? durableSettings : fastSettings),
    cluster_name: `supercargo-${process.pid}`,
  };
  const flags = Object.entries(all).map(([name, value]) => `--${name}=${value}`);
  const server = [findBinaries(account).postgres, "-D", folderArgument(account, folder), ...flags];
  const keeper = spawn("/bin/sh", ["-c", keeperScript, "supercargo", ...server], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ["pipe", log, log],
    // PostgreSQL takes any running process with that id for a server; `stale.alive` is more reliable, and its other
    // checks still apply.
    env: serverEnvironment(stale && !stale.alive ? { PG_GRANDPARENT_PID: String(stale.pid) } : {}),
  });
  let failure = "";
  keeper.once("error", (error) => {
    failure = error.message;
  });
  keeper.unref();
  closeSync(log);
  return { keeper, output: () => failure || readFileSync(logFile).subarray(start).toString() };
}

/**
 * The argument that names the server's data folder. A server that cannot enter the parent folders starts inside it and
 * stays there.
 */
export function folderArgument(account: Account | undefined, folder: string): string {
  if (canReach(account, folder)) return folder;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(
    `PostgreSQL can't run as root, and its user can't access ${dirname(folder)}. Start as a regular user, or set DATA_DIR to a folder that all users can access.`,
  );
}

/**
 * The environment of the server's processes: plain English for the log, and no variable of ours that could be a secret.
 */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", ...extra };
}
