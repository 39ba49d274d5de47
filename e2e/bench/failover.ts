import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#database/connect.ts";
import { prepareDataFolder } from "#database/data-folder.ts";
import { findBinaries } from "#database/postgres-binaries.ts";
import { serverAccount } from "#database/server-account.ts";
import { serverEnvironment } from "#database/server-process.ts";
import type { Sql } from "#database/sql.ts";
import { verifyAudit } from "#gateway/audit/audit-command.ts";

/*
 * A primary PostgreSQL and a synchronous standby, and a console with its service on both. Programs create mapping sets
 * through the service and through the gateway all the time. The primary is killed with all its processes, and after
 * three seconds, the time in which a cluster manager would notice, the standby is promoted.
 */

const program = resolve(import.meta.dirname, "../../.cache/server/start.js");
const user = "supercargo";
const token = "token-of-a-bench";
const ports = { primary: 5501, standby: 5502 } as const;
const loadMs = 5_000;
const noticeMs = 3_000;
const mostMs = 30_000;

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

/** What clients of one address got. */
interface Load {
  /** Names whose creation was acknowledged, with the time of the response. */
  readonly acknowledged: { readonly name: string; readonly at: number }[];
  /** Names whose creation was refused: by these responses, nothing was created. */
  readonly refused: string[];
  /** Responses other than success, by status and what they say about the change. */
  readonly others: Record<string, number>;
}

const create = async (url: string, headers: Record<string, string>, name: string, load: Load) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ name }),
  });
  const body = (await response.json()) as { readonly outcome?: string };
  if (response.status === 200) {
    load.acknowledged.push({ name, at: performance.now() });
    return true;
  }
  if (body.outcome === "refused") load.refused.push(name);
  const wait = response.headers.has("retry-after") ? ", Retry-After" : "";
  const kind = `${response.status} ${body.outcome ?? ""}${wait}`.trim();
  load.others[kind] = (load.others[kind] ?? 0) + 1;
  return false;
};

/** Creates mapping sets with this many clients until it is stopped. */
const startLoad = (
  url: string,
  headers: Record<string, string>,
  clients: number,
  label: string,
) => {
  const load: Load = { acknowledged: [], refused: [], others: {} };
  let stopped = false;
  const work = async (client: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1)
      if (!(await create(url, headers, `${label} ${client} ${turn}`, load))) await sleep(100);
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return {
    load,
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
};

const startConsole = async (dataDir: string): Promise<{ child: ChildProcess; urls: string[] }> => {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: urlOf(ports.primary, ports.standby),
      DATA_DIR: dataDir,
      PORT: "0",
      SERVICE_PORT: "0",
      SERVICE_DEMO: "0",
      SERVICE_RATE_LIMIT: "0",
      SERVICE_TOKEN: token,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes("ready ")) break;
  }
  return { child, urls: output.match(/http:\S+/g) ?? [] };
};

const firstAfter = ({ acknowledged }: Load, moment: number): number | undefined => {
  const later = acknowledged.map(({ at }) => at).filter((at) => at >= moment);
  return later.length === 0 ? undefined : Math.round(Math.min(...later) - moment);
};

const untilAcknowledged = async (loads: readonly Load[], moment: number): Promise<void> => {
  const end = performance.now() + mostMs;
  while (performance.now() < end && loads.some((load) => firstAfter(load, moment) === undefined))
    await sleep(20);
};

export const bench = async (): Promise<object[]> => {
  const folder = mkdtempSync(join(tmpdir(), "supercargo-failover-"));
  chmodSync(folder, 0o755);
  const [first, second] = [join(folder, "primary"), join(folder, "standby")];
  prepareDataFolder(first, true);
  let primary = startServer(first, ports.primary, []);
  const servers = [primary];
  const admin = connect({ url: urlOf(ports.primary) }, { max: 1 });
  const standbySql = connect({ url: urlOf(ports.standby) }, { max: 2, patient: true });
  let consoleProgram: ChildProcess | undefined;
  try {
    // A first start, so that the copy is one of a server that replicates.
    await untilReady(admin, primary);
    const ended = once(primary, "exit");
    primary.kill("SIGINT");
    await ended;
    execFileSync("cp", ["-a", first, second]);
    writeFileSync(join(second, "standby.signal"), "");
    primary = startServer(first, ports.primary, ["--synchronous_standby_names=*"]);
    const source = `host=127.0.0.1 port=${ports.primary} user=${user}`;
    const standby = startServer(second, ports.standby, [`--primary_conninfo=${source}`]);
    servers.push(primary, standby);
    await untilReady(admin, primary);
    while ((await admin`select from pg_stat_replication where sync_state = 'sync'`).length === 0)
      await sleep(50);

    const started = await startConsole(join(folder, "data"));
    consoleProgram = started.child;
    const [service = "", gateway = ""] = started.urls;
    const direct = startLoad(`${service}/mapping-set`, { "x-api-token": token }, 6, "service");
    const through = startLoad(
      `${gateway}/api/mapping-set`,
      { "x-requested-by": "bench" },
      2,
      "gateway",
    );
    const loads = [direct.load, through.load];
    await sleep(loadMs);
    cutPower(primary);
    const killedAt = performance.now();
    await sleep(noticeMs);
    const promotion = performance.now();
    await standbySql`select pg_promote(true, 60)`;
    const promotedAt = performance.now();
    await untilAcknowledged(loads, promotedAt);
    await sleep(loadMs);
    await Promise.all([direct.stop(), through.stop()]);

    const rows = await standbySql<
      { name: string }[]
    >`select record ->> 'name' as name from service.mapping_sets`;
    const stored = new Map<string, number>();
    for (const { name } of rows) stored.set(name, (stored.get(name) ?? 0) + 1);
    const figures = ({ acknowledged, refused, others }: Load) => ({
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(({ name }) => !stored.has(name)).length,
      storedTwice: acknowledged.filter(({ name }) => (stored.get(name) ?? 0) > 1).length,
      refusedButStored: refused.filter((name) => stored.has(name)).length,
      otherResponses: others,
    });
    const verified = await verifyAudit(standbySql);
    const about = { bench: "failover", promotionMs: Math.round(promotedAt - promotion) };
    return [
      { program: "service", load: direct.load },
      { program: "gateway", load: through.load },
    ].map(({ program: name, load }) => ({
      ...about,
      program: name,
      ...figures(load),
      writesAgainMsAfterPromotion: firstAfter(load, promotedAt),
      interruptionMs: (firstAfter(load, promotedAt) ?? 0) + Math.round(promotedAt - killedAt),
      ...(name === "gateway" && { audit: verified.kind }),
    }));
  } finally {
    consoleProgram?.kill("SIGTERM");
    if (consoleProgram !== undefined) await once(consoleProgram, "exit");
    await Promise.all([admin.end({ timeout: 0 }), standbySql.end({ timeout: 0 })]);
    const running = servers.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(
      running.map(async (server) => {
        const exit = once(server, "exit");
        server.kill("SIGINT");
        await exit;
      }),
    );
    rmSync(folder, { recursive: true, force: true });
  }
};
