import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#database/connect.ts";
import { openDatabase } from "#database/open.ts";
import type { Sql } from "#database/sql.ts";
import { seedDemonstration } from "#programs/seed-demonstration.ts";
import { prepareService } from "#service/prepare-service.ts";
import { addressOf, makeListRequests, pageParameters } from "#service/testing/list-requests.ts";
import { addManyRecords } from "#service/testing/many-records.ts";
import { percentile, round } from "./measuring/percentile.ts";
import { readProcessorTime } from "./measuring/processor-time.ts";
import type { StartedProgram } from "./measuring/start-program.ts";
import { startService, timeCall } from "./scale/service-process.ts";

const readCount = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

const rmas = readCount("BENCH_RMAS", 200_000);
const counts = {
  purchaseOrders: readCount("BENCH_ORDERS", 1_000_000),
  productParents: readCount("BENCH_PARENTS", 1_000_000),
  returns: Math.ceil(rmas * 0.8),
  rmas,
};
/** Calls of each request, and those before them that only fill caches. */
const calls = readCount("BENCH_CALLS", 20);
const warmUps = 3;
const targetMs = 50;

const fill = async (dataDir: string, now: Date): Promise<object> => {
  const database = await openDatabase({ dataDir });
  const sql = connect(database.target, { max: 2, patient: true });
  try {
    await prepareService(sql);
    await seedDemonstration(sql, { now, parents: 2_000 });
    const began = performance.now();
    await addManyRecords(sql, counts, now);
    // The visibility map, without which no index suffices; the server would write it by itself some minutes later.
    await sql.script("vacuum (analyze)");
    const seconds = Math.round((performance.now() - began) / 1_000);
    const [size] = await sql<{ bytes: number }[]>`
      select pg_database_size(current_database()) as bytes`;
    return {
      bench: "scale",
      step: "fill",
      ...counts,
      seconds,
      databaseMegabytes: Math.round((size?.bytes ?? 0) / 1_000_000),
    };
  } finally {
    await sql.end();
    await database.close();
  }
};

/** The times of one request and, in turn with it, of a read by primary key. */
const measure = async (
  service: StartedProgram,
  path: string,
  keyReads: number[],
  caller: Parameters<typeof timeCall>[2],
  processorTime: () => number,
): Promise<{ times: number[]; kilobytes: number; processorMs: number }> => {
  const times: number[] = [];
  let last = { ms: 0, kilobytes: 0 };
  let spent = 0;
  for (let call = -warmUps; call < calls; call += 1) {
    const key = await timeCall(service, `/purchase-orders/${Math.ceil(counts.purchaseOrders / 2)}`);
    const before = processorTime();
    last = await timeCall(service, path, caller);
    if (call < 0) continue;
    spent += processorTime() - before;
    keyReads.push(key.ms);
    times.push(last.ms);
  }
  return { times, kilobytes: last.kilobytes, processorMs: round(spent / calls) };
};

const describe = (times: readonly number[]) => ({
  fastest: round(Math.min(...times)),
  p50: round(percentile(times, 0.5)),
  p95: round(percentile(times, 0.95)),
});

/** Every list with every filter, its first page, one in the middle and its last one. */
async function* measureLists(
  service: StartedProgram,
  sql: Sql,
  now: Date,
  processorTime: () => number,
): AsyncGenerator<object> {
  let mostProcessorMs = 0;
  const keyReads: number[] = [];
  const slow: string[] = [];
  let slowest = 0;
  let requests = 0;
  for (const request of await makeListRequests(sql, now)) {
    const pages = [1];
    const isPaged = pageParameters[request.operation] !== undefined;
    const { total } = isPaged
      ? await timeCall(service, addressOf(request), request.caller)
      : { total: 0 };
    const lastPage = Math.ceil(total / 50);
    if (lastPage > 4) pages.push(Math.ceil(lastPage / 2), lastPage);
    for (const page of pages) {
      const path = addressOf(request, page);
      const before = keyReads.length;
      const { times, kilobytes, processorMs } = await measure(
        service,
        path,
        keyReads,
        request.caller,
        processorTime,
      );
      mostProcessorMs = Math.max(mostProcessorMs, processorMs);
      const figures = describe(times);
      requests += 1;
      slowest = Math.max(slowest, figures.p95);
      if (figures.p95 > targetMs) slow.push(path);
      yield {
        bench: "scale",
        list: `${request.caller?.type === "source" || request.caller?.type === "channel" ? `${request.caller.type} ` : ""}${request.path}`,
        ...request.query,
        ...(isPaged ? { page, total } : {}),
        ...figures,
        processorMs,
        ratio: round(figures.p50 / percentile(keyReads.slice(before), 0.5)),
        kilobytes,
      };
    }
  }
  yield {
    bench: "scale",
    step: "lists",
    requests,
    slowest,
    mostProcessorMs,
    over50Ms: slow.length,
    primaryKey: describe(keyReads),
    residentMegabytes: service.residentMegabytes(),
  };
}

/** Orders in Processing are moved and returned, at most 1,000 at a time, until none is left. */
const retrieveAll = async (service: StartedProgram): Promise<object> => {
  const times: number[] = [];
  const before = service.residentMegabytes();
  let most = 0;
  let retrieved = 0;
  for (;;) {
    const { ms, records } = await timeCall(service, "/purchase-orders/processing");
    if (records === 0) break;
    times.push(ms);
    most = Math.max(most, records);
    retrieved += records;
  }
  return {
    bench: "scale",
    step: "processing",
    retrieved,
    calls: times.length,
    mostInOne: most,
    ...describe(times),
    residentMegabytesBefore: before,
    residentMegabytesAfter: service.residentMegabytes(),
  };
};

/**
 * Every list and filter of the service over a million orders and products, through HTTP. `BENCH_FOLDER` keeps the filled
 * database there and uses it again.
 */
export async function* bench(): AsyncGenerator<object> {
  const kept = process.env["BENCH_FOLDER"];
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), "supercargo-scale-"));
  const filledAt = join(dataDir, "filled-at");
  const now = existsSync(filledAt) ? new Date(readFileSync(filledAt, "utf8")) : new Date();
  try {
    if (!existsSync(filledAt)) {
      yield await fill(dataDir, now);
      writeFileSync(filledAt, now.toISOString());
    }
    const service = await startService(dataDir);
    const database = await openDatabase({ dataDir, max: 1 });
    try {
      const before = service.residentMegabytes();
      const postmaster = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8");
      const pids = [service.pid, Number(postmaster.split("\n")[0])];
      yield* measureLists(service, database.sql, now, () => readProcessorTime(pids));
      yield await retrieveAll(service);
      yield { bench: "scale", step: "memory", before, after: service.residentMegabytes() };
    } finally {
      await database.close();
      await service.end();
    }
  } finally {
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
