import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect as connectSocket, createServer as listenSocket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";
import { insertWebhookConfigurations } from "#service/store/webhooks.ts";
import { killPrograms, startProgram, type StartedProgram } from "./measuring/start-program.ts";

/** Debian's package puts it where only administrators look. */
const program = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (path) => spawnSync(path, ["--version"]).status === 0,
);

/** What docs/several-processes.md asks for. */
const roleSettings = {
  statement_timeout: "8s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "10s",
  timezone: "UTC",
};

const findFreePort = async (): Promise<number> =>
  new Promise((resolve) => {
    const server = listenSocket().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const untilListening = async (port: number): Promise<void> => {
  const isListening = await new Promise<boolean>((resolve) => {
    const socket = connectSocket(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
  if (isListening) return;
  await sleep(50);
  await untilListening(port);
};

/** PgBouncer in transaction mode with few connections, so that most transactions run on another one than before. */
const startPgBouncer = async (
  command: string,
  folder: string,
  socket: { path: string; user: string; database: string },
): Promise<{ url: string; process: ChildProcess }> => {
  const port = await findFreePort();
  const own = mkdtempSync(join(folder, "pgbouncer-"));
  const config = join(own, "pgbouncer.ini");
  const server = socket.path.slice(socket.path.lastIndexOf(".") + 1);
  const settings = [
    "[databases]",
    `${socket.database} = host=${dirname(socket.path)} port=${server} user=${socket.user}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 4",
    "max_client_conn = 200",
    "ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
    `logfile = ${join(own, "log")}`,
  ];
  writeFileSync(config, settings.join("\n"));
  // It refuses to run as root, and the socket is open to the server's own user.
  const { uid, gid } = statSync(socket.path);
  chmodSync(folder, 0o755);
  for (const path of [own, config]) chownSync(path, uid, gid);
  const child = spawn(command, ["-q", config], { uid, gid, stdio: "ignore" });
  await untilListening(port);
  return { url: `postgres://${socket.user}@127.0.0.1:${port}/${socket.database}`, process: child };
};

interface Place {
  readonly folder: string;
  readonly url: string;
  /** Not through PgBouncer. */
  readonly sql: Sql;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

const call = async (
  { url }: StartedProgram,
  path: string,
  method = "GET",
  body?: unknown,
  key?: string,
): Promise<Answer> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      "x-requested-by": "bench",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
};

const expectThat = (holds: boolean, what: string, found: unknown): void => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`);
};

const startReceiver = async () => {
  const arrivals: string[] = [];
  const server = createServer((request, response) => {
    arrivals.push(String(request.headers["webhook-id"]));
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { arrivals, server, url: `http://127.0.0.1:${port}/` };
};

type Pair = readonly [StartedProgram, StartedProgram];

const reads = async ([one, other]: Pair): Promise<void> => {
  const paths = [
    "/api/rma",
    "/api/returns",
    "/api/purchase-orders",
    "/api/sources",
    "/api/account",
  ];
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) =>
      call(index % 2 === 0 ? one : other, paths[index % paths.length] ?? ""),
    ),
  );
  const failed = answers.filter(({ status }) => status !== 200);
  expectThat(failed.length === 0, "Reads failed", failed.slice(0, 2));
};

const moveOrder = async ([one, other]: Pair, { sql }: Place): Promise<void> => {
  const { arrivals, server, url } = await startReceiver();
  const [order] = await sql<{ id: number; source: number }[]>`
    select id, source_id as source from service.purchase_orders where status = 'unprocessed' limit 1`;
  await insertWebhookConfigurations(sql, [
    {
      id: 1_000_000,
      configurationName: "Bench",
      sourceId: order?.source ?? 0,
      webhookUrl: url,
      status: "active",
      subscribedEvents: ["FulfillmentRequestProcessingEvent"],
    },
  ]);
  const path = `/api/purchase-orders/${order?.id}/processing`;
  const key = crypto.randomUUID();
  const first = await call(one, path, "PATCH", undefined, key);
  expectThat(first.status < 300, "Moving an order failed", first);
  const again = await call(other, path, "PATCH", undefined, key);
  expectThat(
    again.status === first.status && again.headers.get("idempotency-replayed") === "true",
    "The other gateway did not recognize the change",
    again,
  );
  for (let wait = 0; arrivals.length === 0 && wait < 100; wait += 1) await sleep(100);
  server.closeAllConnections();
  server.close();
  expectThat(arrivals.length === 1, "The webhook did not arrive once", arrivals);
};

const receive = async (pair: Pair, { sql }: Place): Promise<void> => {
  const answers = await Promise.all(
    pair.map(async (gateway) => call(gateway, "/api/received-orders", "POST", { sourceId: null })),
  );
  const statuses = answers.map(({ status }) => status);
  expectThat(
    statuses.includes(200) && statuses.every((status) => status === 200 || status === 409),
    "Receiving orders failed",
    answers,
  );
  const [left] = await sql`select 1 from service.purchase_orders where status = 'processing'`;
  expectThat(left === undefined, "Orders were left", left);
};

const readAudit = async ([, other]: Pair): Promise<void> => {
  const { status, json } = await call(other, "/api/audit?state=done");
  expectThat(status === 200 && (json as unknown[]).length >= 2, "The record is incomplete", json);
};

/** Products, orders, RMAs and returns are copied by one gateway and found by the other. */
const copy = async ([one, other]: Pair): Promise<void> => {
  const until = async (path: string, isThere: (answer: string) => boolean) => {
    for (let wait = 0; wait < 300; wait += 1) {
      if (isThere(JSON.stringify((await call(other, path)).json))) return;
      await sleep(200);
    }
    throw new Error(`${path} is never complete`);
  };
  await call(one, "/api/catalog/1");
  await until("/api/catalog/1", (answer) => answer.includes('"phase":"fresh"'));
  const { json } = await call(one, "/api/purchase-orders?filterPageSize=1");
  const [order] = json as readonly PurchaseOrder[];
  const search = `/api/search?text=${order?.purchaseOrderNumber}&kinds=purchase-orders`;
  await until(search, (answer) => answer.includes('"phase":"ready"'));
  const found = JSON.stringify((await call(other, search)).json);
  expectThat(found.includes(`"id":${order?.id},`), "A copied order is not found", found);
};

const flows = { reads, copy, moveOrder, receive, readAudit };

/** Two gateways in front of a strict upstream. */
const shareRate = async ({ folder, url }: Place): Promise<number> => {
  const upstream = await startStrictUpstream({ limit: 2, windowMs: 1_000, jitterMs: 20 });
  const programs = await Promise.all(
    ["a", "b"].map(async (name) =>
      startProgram(["console"], {
        DATA_DIR: join(folder, `rate-${name}`),
        DATABASE_URL: url,
        API_BASE_URL: upstream.baseUrl,
        API_TOKEN: "token-of-a-bench",
      }),
    ),
  );
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      call(programs[index % 2] as StartedProgram, `/api/rma/${index + 1}`),
    ),
  );
  await Promise.all(programs.map((program) => program.end("SIGTERM")));
  await upstream.close();
  return upstream.refusals();
};

/** The main flows of two consoles with their services, whose connections all go through PgBouncer in transaction mode. */
export async function* bench(): AsyncGenerator<object> {
  if (program === undefined) {
    // The other measurements go on.
    process.stderr.write("PgBouncer is not installed. On Debian: apt-get install pgbouncer\n");
    process.exitCode = 1;
    return;
  }
  const version = spawnSync(program, ["--version"], { encoding: "utf8" });
  const folder = mkdtempSync(join(tmpdir(), "supercargo-pgbouncer-"));
  const database = await openDatabase({ dataDir: folder });
  let pgbouncer: ChildProcess | undefined;
  try {
    if ("url" in database.target) throw new Error("The database is not the embedded one");
    const { sql } = database;
    for (const [name, value] of Object.entries(roleSettings))
      await sql.script(`alter role ${database.target.user} set ${name} = '${value}'`);
    const started = await startPgBouncer(program, folder, database.target);
    pgbouncer = started.process;
    const place = { folder, url: started.url, sql };
    yield { bench: "pgbouncer", version: version.stdout.split("\n")[0], mode: "transaction" };
    const start = async (name: string) =>
      startProgram(["console"], {
        DATA_DIR: join(folder, name),
        DATABASE_URL: started.url,
        SERVICE_PORT: "0",
        SERVICE_DEMO: "60",
        SERVICE_RATE_LIMIT: "0",
        SERVICE_WEBHOOK_PRIVATE: "1",
      });
    const began = performance.now();
    // The first one creates the tables and fills the workspace.
    const one = await start("one");
    yield { bench: "pgbouncer", flow: "fill", ms: Math.round(performance.now() - began) };
    const pair = [one, await start("two")] as const;
    for (const [flow, act] of Object.entries(flows)) {
      const flowBegan = performance.now();
      await act(pair, place);
      yield { bench: "pgbouncer", flow, ms: Math.round(performance.now() - flowBegan) };
    }
    await Promise.all(pair.map((program) => program.end("SIGTERM")));
    yield { bench: "pgbouncer", flow: "shareRate", answers429: await shareRate(place) };
    const [used] = await sql<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity where application_name = 'supercargo'`;
    yield { bench: "pgbouncer", serverConnections: used?.connections };
  } finally {
    killPrograms();
    pgbouncer?.kill("SIGTERM");
    await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
