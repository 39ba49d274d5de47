import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requestRate } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Target } from "#database/connect.ts";
import type { CatalogState } from "#contract/catalog.ts";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";
import { prepareService } from "#service/prepare-service.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import { killPrograms, startProgram, type StartedProgram } from "./measuring/start-program.ts";

const calls = Number(process.env["BENCH_CALLS"] ?? 300);
const { limit, windowMs } = requestRate;
const token = "token-of-a-bench";

interface Place {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly sql: Sql;
}

/** The URL of a server at a socket. */
const urlOf = (target: Target): string => {
  if ("url" in target) return target.url;
  const { path, user, database } = target;
  const port = path.slice(path.lastIndexOf(".") + 1);
  return `postgres://${user}@${encodeURIComponent(dirname(path))}:${port}/${database}`;
};

let started = 0;

const startGateway = async (
  { folder, databaseUrl }: Place,
  env: Readonly<Record<string, string>>,
  isShared = true,
): Promise<StartedProgram> =>
  startProgram(["console"], {
    DATA_DIR: join(folder, `gateway-${(started += 1)}`),
    ...(isShared ? { DATABASE_URL: databaseUrl } : {}),
    API_TOKEN: token,
    // Its requests would be counted, too.
    COPY_SHARE: "0",
    ...env,
  });

const send = async (origin: string, path: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  headers.set("x-requested-by", "bench");
  const response = await fetch(origin + path, { ...init, headers });
  return { status: response.status, text: await response.text() };
};

const call = async (origin: string, path: string, init: RequestInit = {}): Promise<number> =>
  (await send(origin, path, init)).status;

const countTwice = (all: readonly unknown[]): number => all.length - new Set(all).size;

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Many calls at once through some gateways: the number of refusals, and the time over the shortest possible one. */
const measureRate = async (place: Place, gateways: number, isShared: boolean): Promise<object> => {
  const upstream = await startStrictUpstream({ limit, windowMs, jitterMs: 80 });
  const env = { API_BASE_URL: upstream.baseUrl };
  const programs = await Promise.all(
    Array.from({ length: gateways }, async () => startGateway(place, env, isShared)),
  );
  const began = performance.now();
  let sent = 0;
  let failed = 0;
  const work = async ({ url }: StartedProgram) => {
    while (sent < calls) {
      sent += 1;
      if ((await call(url, `/api/rma/${sent}`)) !== 200) failed += 1;
    }
  };
  await Promise.all(
    programs.flatMap((program) => Array.from({ length: 20 }, async () => work(program))),
  );
  const ratio = (performance.now() - began) / ((calls / limit - 1) * windowMs);
  await Promise.all(programs.map((program) => program.end("SIGTERM")));
  await upstream.close();
  return {
    bench: "several",
    what: isShared ? "rate shared through the database" : "rate of a gateway alone",
    gateways,
    calls,
    answers429: upstream.refusals(),
    failed,
    ratio: round(ratio),
  };
};

/** One of the gateways is killed while its calls are under way: the others go on when its leases have ended. */
const measureKill = async (place: Place): Promise<object> => {
  // Slow enough that a call of each slot is under way at almost any moment.
  const upstream = await startStrictUpstream({ limit, windowMs, jitterMs: 8_000 });
  const env = { API_BASE_URL: upstream.baseUrl };
  const programs = await Promise.all([1, 2, 3, 4].map(async () => startGateway(place, env)));
  const [victim, ...others] = programs;
  const endless = Array.from({ length: 40 }, async (_, index) =>
    call(victim?.url ?? "", `/api/rma/${index + 1}`).catch(() => 0),
  );
  // Alone with the upstream, so that it holds both slots.
  await sleep(8_000);
  await victim?.end("SIGKILL");
  await Promise.all(endless);
  const killedAt = performance.now();
  let answeredAt: number | undefined;
  const statuses = await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      const status = await call(others[index % 3]?.url ?? "", `/api/rma/${index + 1_000}`);
      answeredAt ??= performance.now();
      return status;
    }),
  );
  await Promise.all(others.map((program) => program.end("SIGTERM")));
  await upstream.close();
  return {
    bench: "several",
    what: "kill -9 of one of four gateways with calls under way",
    answers429: upstream.refusals(),
    failed: statuses.filter((status) => status !== 200).length,
    firstAnswerAfterSeconds: round(((answeredAt ?? 0) - killedAt) / 1_000),
  };
};

const productPages = 30;

/** Four gateways copy the same products; the one that copies is killed in the middle. */
const measureCopying = async (place: Place): Promise<object> => {
  const asked: number[] = [];
  const upstream = await startStrictUpstream({
    limit: 20,
    windowMs,
    jitterMs: 80,
    respond: (path) => {
      const page = Number(new URL(path, "http://upstream").searchParams.get("filterPageNumber"));
      if (!path.includes("/products/parents")) return [];
      asked.push(page);
      const length = page <= productPages ? 50 : 0;
      const updated = (index: number) => new Date(Date.UTC(2026, 0, 1) + page * 50_000 + index);
      return Array.from({ length }, (_, index) => ({
        id: page * 50 + index,
        static_content_updated_at: updated(index).toISOString(),
        variants: [],
      }));
    },
  });
  const env = { API_BASE_URL: upstream.baseUrl, API_RATE_LIMIT: "20", COPY_SHARE: "0.5" };
  const programs: StartedProgram[] = [];
  for (let number = 1; number <= 4; number += 1) programs.push(await startGateway(place, env));
  const stateOf = async ({ url }: StartedProgram) =>
    JSON.parse((await send(url, "/api/catalog/1", {})).text) as CatalogState;
  for (const program of programs) await stateOf(program);
  while (asked.length < productPages / 2) await sleep(20);
  // Started one after the other, so the first one copies.
  const [victim, ...others] = programs;
  await victim?.end("SIGKILL");
  const began = performance.now();
  const states = async () => Promise.all(others.map(stateOf));
  while (!(await states()).every(({ phase }) => phase === "fresh")) await sleep(100);
  const products = (await states()).map((state) => state.products);
  await Promise.all(others.map((program) => program.end("SIGTERM")));
  await upstream.close();
  return {
    bench: "several",
    what: "products copied once for four gateways, one of them killed",
    products,
    askedTwice: countTwice(asked.filter((page) => page <= productPages)),
    answers429: upstream.refusals(),
    seconds: round((performance.now() - began) / 1_000),
  };
};

/**
 * As the console does behind a load balancer: again at the next gateway, where one doesn't listen, closes the connection
 * or says that it stops. A change has a key, by which all gateways recognize it.
 */
const callSome = async (
  programs: readonly StartedProgram[],
  first: number,
  path: string,
  init: RequestInit,
): Promise<number> => {
  for (let turn = 0; turn < 100; turn += 1) {
    const { url } = programs[(first + turn) % programs.length] ?? { url: "" };
    const answer = await send(url, path, init).catch(() => undefined);
    // Only a refusal says that it may be sent again.
    const isRefused = answer?.status === 503 && answer.text.includes('"outcome":"refused"');
    if (answer && !isRefused) return answer.status;
    await sleep(50);
  }
  return 503;
};

const closeReturn = (): RequestInit => ({
  method: "PATCH",
  headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
  body: JSON.stringify({ returnStatus: "closed" }),
});

/** One gateway after the other is stopped and started again under load: no change may have an unknown result. */
const measureRestart = async (place: Place): Promise<object> => {
  const rate = 40;
  const upstream = await startStrictUpstream({ limit: rate, windowMs, jitterMs: 80 });
  const env = { API_BASE_URL: upstream.baseUrl, API_RATE_LIMIT: String(rate) };
  const programs = await Promise.all([1, 2, 3, 4].map(async () => startGateway(place, env)));
  const count = async () => {
    const rows = await place.sql<{ state: string; count: number }[]>`
      select state, count(*)::int as count from gateway.changes where upstream = ${upstream.baseUrl} group by state`;
    return Object.fromEntries(rows.map((row) => [row.state, row.count]));
  };
  let isOver = false;
  const statuses = new Map<number, number>();
  const work = async (worker: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const id = 1 + worker * 10_000 + turn;
      const init = turn % 2 === 0 ? closeReturn() : {};
      const status = await callSome(programs, worker + turn, `/api/returns/${id}`, init);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const working = Promise.all(Array.from({ length: 20 }, async (_, worker) => work(worker)));
  for (const [index, program] of programs.entries()) {
    await sleep(2_000);
    await program.end("SIGTERM");
    programs[index] = await startGateway(place, { ...env, PORT: new URL(program.url).port });
  }
  await sleep(2_000);
  isOver = true;
  await working;
  const changes = await count();
  await Promise.all(programs.map((program) => program.end("SIGTERM")));
  await upstream.close();
  return {
    bench: "several",
    what: "rolling restart of four gateways under load",
    responses: Object.fromEntries(statuses),
    answers429: upstream.refusals(),
    changes,
    arrivedTwice: countTwice(
      upstream.arrivals.filter(({ method }) => method === "PATCH").map(({ url }) => url),
    ),
    unknown: changes["unknown"] ?? 0,
  };
};

/** Workers of several services take orders out of Processing while more arrive: each once. */
const measureServices = async ({ folder, databaseUrl, sql }: Place): Promise<object> => {
  const workers = 6;
  const ids = Array.from({ length: workers * 600 }, (_, index) => index + 1);
  await prepareService(sql);
  const services = await Promise.all(
    [1, 2, 3, 4].map(async (index) =>
      startProgram(["service"], {
        DATA_DIR: join(folder, `service-${index}`),
        DATABASE_URL: databaseUrl,
        SERVICE_TOKEN: token,
        SERVICE_RATE_LIMIT: "0",
      }),
    ),
  );
  let isComing = true;
  const received: number[] = [];
  const work = async ({ url }: StartedProgram) => {
    for (let last = false; !last;) {
      last = !isComing;
      const headers = { "x-api-token": token };
      const response = await fetch(`${url}/purchase-orders/processing`, { headers });
      if (!response.ok) throw new Error(`The service answered ${response.status}`);
      received.push(...((await response.json()) as PurchaseOrder[]).map(({ id }) => id ?? 0));
    }
  };
  const began = performance.now();
  const working = services.flatMap((service) =>
    Array.from({ length: workers }, async () => work(service)),
  );
  for (let start = 0; start < ids.length; start += 20)
    await insertPurchaseOrders(
      sql,
      ids.slice(start, start + 20).map((id) => purchaseOrder(id)),
    );
  isComing = false;
  await Promise.all(working);
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(services.map((service) => service.end("SIGTERM")));
  return {
    bench: "several",
    what: "orders received through four services by six workers each",
    orders: ids.length,
    doubled: countTwice(received),
    lost: ids.length - new Set(received).size,
    seconds: round(seconds),
  };
};

/** Gateways and services on one database: the shared rate, a kill, a rolling restart, and received orders. */
export async function* bench(): AsyncGenerator<object> {
  const folder = mkdtempSync(join(tmpdir(), "supercargo-several-"));
  const database = await openDatabase({ dataDir: folder });
  const place = { folder, databaseUrl: urlOf(database.target), sql: database.sql };
  try {
    yield* await Promise.all([
      measureRate(place, 1, false),
      measureRate(place, 1, true),
      measureRate(place, 4, true),
    ]);
    yield await measureKill(place);
    yield await measureCopying(place);
    yield await measureRestart(place);
    yield await measureServices(place);
  } finally {
    killPrograms();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
