import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#database/connect.ts";
import { prepareDataFolder } from "#database/data-folder.ts";
import { findBinaries, serverAccount } from "#database/postgres-binaries.ts";
import { serverEnvironment } from "#database/server-process.ts";
import type { Sql } from "#database/sql.ts";

const user = "supercargo";
const ports = { primary: 5501, standby: 5502 } as const;

const urlOf = (...all: number[]): string =>
  `postgres://${user}@${all.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`;

const startServer = (folder: string, port: number, flags: readonly string[]): ChildProcess => {
  const account = serverAccount(folder);
  const log = openSync(`${folder}.log`, "a");
  const common = [`--port=${port}`, "--listen_addresses=127.0.0.1", "--unix_socket_directories="];
  const replication = ["--wal_level=replica", "--max_wal_senders=4"];
  const server = spawn(
    findBinaries(account).postgres,
    ["-D", folder, ...common, ...replication, ...flags],
    { ...account, cwd: folder, stdio: ["ignore", log, log], env: serverEnvironment() },
  );
  closeSync(log);
  return server;
};

const untilReady = async (sql: Sql, server: ChildProcess): Promise<void> => {
  while (server.exitCode === null) {
    try {
      await sql`select 1`;
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error("PostgreSQL ended. See its log in the temporary folder.");
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Ends a server like a loss of power: no process of it gets to run again. */
const cutPower = (server: ChildProcess): void => {
  const pid = server.pid ?? 0;
  const children = childrenOf(pid);
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
};

/** A primary and its synchronous standby. */
export interface ServerPair {
  /** The address of both, as programs use it. */
  readonly url: string;
  /** The standby by itself. */
  readonly standby: Sql;
  readonly cutPower: () => void;
  /** Resolves when the standby takes writes. */
  readonly promote: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGINT");
  await exit;
};

/** Starts a primary PostgreSQL with a synchronous standby in this folder. */
export const startServerPair = async (folder: string): Promise<ServerPair> => {
  const [first, second] = [join(folder, "primary"), join(folder, "standby")];
  prepareDataFolder(first, true);
  const admin = connect({ url: urlOf(ports.primary) }, { max: 1 });
  const standby = connect({ url: urlOf(ports.standby) }, { max: 2, patient: true });
  const servers: ChildProcess[] = [];
  const start = (...server: Parameters<typeof startServer>): ChildProcess => {
    const started = startServer(...server);
    servers.push(started);
    return started;
  };
  const close = async () => {
    await Promise.all([admin.end({ timeout: 0 }), standby.end({ timeout: 0 })]);
    await Promise.all(servers.map(stop));
  };
  try {
    // A first start, so that the copy is one of a server that replicates.
    const original = start(first, ports.primary, []);
    await untilReady(admin, original);
    await stop(original);
    execFileSync("cp", ["-a", first, second]);
    writeFileSync(join(second, "standby.signal"), "");
    const primary = start(first, ports.primary, ["--synchronous_standby_names=*"]);
    const source = `host=127.0.0.1 port=${ports.primary} user=${user}`;
    start(second, ports.standby, [`--primary_conninfo=${source}`]);
    await untilReady(admin, primary);
    while ((await admin`select from pg_stat_replication where sync_state = 'sync'`).length === 0)
      await sleep(50);
    return {
      url: urlOf(ports.primary, ports.standby),
      standby,
      cutPower: () => cutPower(primary),
      promote: async () => {
        await standby`select pg_promote(true, 60)`;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
