import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { type OrderUpstream, startOrderUpstream } from "#gateway/testing/order-upstream.ts";
import {
  askFor,
  openTestStorage,
  readProblem,
  type TestStorage,
} from "#gateway/testing/storage.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { canary } from "#gateway/testing/start-gateway.ts";
import { createAnswerFiles } from "./record-runs.ts";
import { unsentResult } from "./run-result.ts";

let storage: TestStorage;
let upstream: OrderUpstream;

beforeEach(async () => {
  storage = await openTestStorage();
  upstream = await startOrderUpstream();
});
// Before `keepOpen`, so that gateways close before the database that they use.
afterEach(async () => {
  await upstream.close();
  await storage.close();
});
const keep = keepOpen();

const start = async (options: Parameters<TestStorage["gateway"]>[1] = {}) => {
  const gateway = keep(await storage.gateway(upstream.baseUrl, options));
  return { gateway, ...askFor(gateway) };
};

/** Makes the database fail each statement about runs, like an unavailable one. */
const breakDatabase = async () => {
  await storage.database.sql`alter table gateway.runs rename to runs_away`;
};
const mendDatabase = async () => {
  await storage.database.sql`alter table gateway.runs_away rename to runs`;
};

describe("an unavailable database", () => {
  it("before the call: nothing is sent", async () => {
    let away = true;
    const open = async () => {
      if (away) throw new Error("no database");
      const sql = storage.database.connect();
      return { sql, close: async () => sql.end() };
    };
    const { gateway, receive, run } = await start({ database: { open } });
    expect(await readProblem(await receive())).toMatchObject({
      status: 503,
      outcome: "refused",
      type: "urn:supercargo:problem:memory-unavailable",
    });
    const list = await gateway.call("/api/received-orders");
    expect([list.status, list.headers.get("retry-after"), await readProblem(list)]).toEqual([
      503,
      "5",
      expect.objectContaining({ outcome: "refused" }),
    ]);
    expect(upstream.arrivals).toEqual([]);
    away = false;
    await eventually(async () => (await gateway.call("/api/received-orders")).status === 200);
    expect(await run()).toMatchObject({ state: "received" });
  });

  it("at the moment of the call: nothing is sent, and no run remains", async () => {
    const { receive, runs } = await start();
    await runs();
    await breakDatabase();
    expect((await receive()).status).toBe(503);
    await mendDatabase();
    expect([upstream.arrivals, await runs()]).toEqual([[], []]);
  });

  it("after the response: the orders are in a file before the client gets a response, and in the database later", async () => {
    upstream.add(1, 2);
    const { run, detail, runs } = await start({
      database: {
        storeWaitMs: 50,
        reached: async (step) => (step === "after-body" ? breakDatabase() : undefined),
      },
    });
    const received = await run();
    expect(received).toMatchObject({ state: "received", orderIds: [1, 2] });
    expect(received.reason).toMatch(/stored in a file/);
    const [file = ""] = await readdir(storage.folder);
    const { mode, size } = await stat(join(storage.folder, file));
    expect([mode & 0o777, size > 300]).toEqual([0o600, true]);
    await mendDatabase();
    await eventually(async () => (await readdir(storage.folder)).length === 0);
    expect(await runs()).toMatchObject([{ state: "received", orderIds: [1, 2], reason: null }]);
    expect((await detail(received.id)).orders).toHaveLength(2);
  });

  it("fault 34: after the response and to the end of the gateway: the next one imports the file", async () => {
    upstream.add(1, 2);
    const first = await start({
      database: {
        storeWaitMs: 50,
        reached: async (step) => (step === "after-body" ? breakDatabase() : undefined),
      },
    });
    const { id } = await first.run();
    await first.gateway.close();
    expect(await readdir(storage.folder)).toHaveLength(1);
    await mendDatabase();
    const next = await start();
    await eventually(async () => (await readdir(storage.folder)).length === 0);
    const detail = await next.detail(id);
    expect([detail.state, detail.orders.map((order) => order.id)]).toEqual(["received", [1, 2]]);
  });

  it("with a disk that fails: the response waits for the database", async () => {
    upstream.add(1, 1);
    const lines: string[] = [];
    const folder = join(storage.folder, "file");
    await writeFile(folder, "in the way");
    const { run } = await start({
      log: { level: "error", write: (line) => lines.push(line) },
      database: {
        folder,
        storeWaitMs: 10,
        reached: async (step) => (step === "after-body" ? breakDatabase() : undefined),
      },
    });
    let answered = false;
    const call = run().finally(() => {
      answered = true;
    });
    // The pause between two attempts is longer than the wait for a file.
    await eventually(() => lines.filter((line) => line.includes("retrying")).length > 1);
    expect(answered).toBe(false);
    expect(lines.join("")).toContain("Only this process has the API's response");
    await mendDatabase();
    expect(await call).toMatchObject({ state: "received", orderIds: [1], reason: null });
  });
});

describe("a run without a working gateway", () => {
  const leave = async (sourceId: number | null, leaseMs: number) => {
    await storage.database.sql`
      insert into gateway.upstreams (name) values (${upstream.origin}) on conflict do nothing`;
    await storage.database.sql`
      insert into gateway.runs (key, upstream_id, source_id, requested_at, alive_at)
      select ${randomUUID()}, id, ${sourceId}, now(),
        clock_timestamp() - ${leaseMs}::int * interval '1 ms'
      from gateway.upstreams`;
  };

  it("fault 34: becomes unknown with a reason, and is logged", async () => {
    const lines: string[] = [];
    const first = await start();
    await first.runs();
    await first.gateway.close();
    await leave(7, 601_000);
    const log = { level: "error", write: (line: string) => void lines.push(line) } as const;
    const { runs } = await start({ log });
    await eventually(async () => (await runs("?state=unknown")).length === 1);
    const [run] = await runs();
    expect(run).toMatchObject({ sourceId: 7, state: "unknown", answeredAt: null });
    expect(run?.reason).toMatch(/gateway stopped/);
    await eventually(() => lines.join("").includes('"sourceId":7'));
    expect(lines.join("")).not.toContain(canary);
  });

  it("is given up at once when it blocks another run, and not before its lease expires", async () => {
    const { receive, runs } = await start({ database: { leaseMs: 600_000 } });
    await runs();
    await leave(null, 601_000);
    expect((await receive(3)).status).toBe(200);
    await leave(null, 1_000);
    expect((await receive(3)).status).toBe(409);
    expect((await runs("?state=dispatching")).length).toBe(1);
  });

  it("keeps its state while its gateway works, however long the upstream takes", async () => {
    upstream.add(1, 1);
    let letGo: (() => void) | undefined;
    upstream.afterMove(async (response, text) => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      answer(response, 200, text);
    });
    const clock = createFakeClock();
    const leaseMs = 400_000;
    const one = await start({ clock, database: { leaseMs } });
    const other = await start({ database: { leaseMs } });
    await other.runs();
    const call = one.run();
    await eventually(() => letGo !== undefined);
    // Its lease has expired; only the gateway's renewal keeps it from being given up.
    await storage.database.sql`update gateway.runs set alive_at = now() - interval '1 day'`;
    await clock.advance(leaseMs / 4);
    await eventually(async () => {
      const [run] = await storage.database.sql<{ alive: boolean }[]>`
        select alive_at > now() - interval '1 hour' as alive from gateway.runs`;
      return run?.alive === true;
    });
    expect((await other.receive()).status).toBe(409);
    expect(await other.runs()).toMatchObject([{ state: "dispatching" }]);
    letGo?.();
    expect(await call).toMatchObject({ state: "received", orderIds: [1] });
  });

  it("given up too soon still gets its orders, even after a person settled it", async () => {
    upstream.add(1, 1);
    let letGo: (() => void) | undefined;
    upstream.afterMove(async (response, text) => {
      await new Promise<void>((resolve) => (letGo = resolve));
      answer(response, 200, text);
    });
    const { run, runs, settle } = await start();
    const call = run();
    await eventually(() => letGo !== undefined);
    await storage.database.sql`update gateway.runs set state = 'unknown'`;
    const [{ id = 0 } = {}] = await runs();
    expect((await settle(id, { kind: "nothing-moved" })).status).toBe(200);
    letGo?.();
    expect(await call).toMatchObject({
      state: "received",
      orderIds: [1],
      settlement: { kind: "nothing-moved" },
    });
  });
});

describe("response files", () => {
  const ending = unsentResult("Because", "2026-01-05T08:00:00.000Z");

  it.each([
    ["nothing", ending],
    ["orders", { ...ending, state: "received", orders: '[{"id":1,\n"x":"木"}]' } as const],
    ["bytes", { ...ending, state: "unknown", kept: Buffer.from([0, 10, 255, 13]) } as const],
  ])("return %s unchanged", async (_, written) => {
    const files = createAnswerFiles(join(storage.folder, "new"));
    const key = randomUUID();
    expect(await files.keys()).toEqual([]);
    await files.write(key, written);
    expect([await files.keys(), await files.read(key)]).toEqual([[key], written]);
    await files.remove(key);
    expect([await files.keys(), await files.read(key)]).toEqual([[], undefined]);
  });

  it("of earlier versions, without the gateway's own words, are stored", async () => {
    const { run, runs } = await start();
    const { id } = await run();
    const { sql } = storage.database;
    const [{ key = "" } = {}] = await sql<{ key: string }[]>`
      update gateway.runs set state = 'dispatching' where id = ${id} returning key`;
    const { title: _title, status: _status, orders: _orders, kept: _kept, ...old } = ending;
    const head = JSON.stringify({ ...old, body: "none", bytes: 0 });
    await writeFile(join(storage.folder, `${key}.answer`), `${head}\n`);
    await start();
    await eventually(async () => (await readdir(storage.folder)).length === 0);
    expect(await runs()).toMatchObject([{ id, state: "refused", reason: "Because" }]);
  });

  it("leave no part behind when they can't be written", async () => {
    const key = randomUUID();
    await mkdir(join(storage.folder, `${key}.answer`, "in the way"), { recursive: true });
    await expect(createAnswerFiles(storage.folder).write(key, ending)).rejects.toThrow(
      /directory|ENOTEMPTY/,
    );
    expect(await readdir(storage.folder)).toEqual([`${key}.answer`]);
  });

  it("are removed when incomplete, an hour later", async () => {
    const files = createAnswerFiles(storage.folder);
    const [old, young] = [1, 2].map(() => `${randomUUID()}.answer.part`);
    for (const name of [old, young]) await writeFile(join(storage.folder, name ?? ""), "{");
    await utimes(join(storage.folder, old ?? ""), 1, 1);
    await files.removeTorn();
    expect([await readdir(storage.folder), await files.keys()]).toEqual([[young], []]);
  });

  it("remain when they are of another program, incomplete, or of another database", async () => {
    await mkdir(storage.folder, { recursive: true });
    const names = [`${randomUUID()}.answer`, "x.answer", "notes.txt"];
    for (const name of names) await writeFile(join(storage.folder, name), '{"bytes":9}\n[]');
    const files = createAnswerFiles(storage.folder);
    const stranger = randomUUID();
    await files.write(stranger, ending);
    const { run } = await start();
    expect(await run()).toMatchObject({ state: "received" });
    expect((await readdir(storage.folder)).toSorted()).toEqual(
      [...names, `${stranger}.answer`].toSorted(),
    );
  });
});

const newFolder = () => join(storage.folder, randomUUID());

/** A run in progress whose gateway ended long ago; returns its key. */
const leaveRun = async (sourceId: number | null): Promise<string> => {
  const { sql } = storage.database;
  const key = randomUUID();
  await sql`insert into gateway.upstreams (name) values (${upstream.origin}) on conflict do nothing`;
  await sql`
    insert into gateway.runs (key, upstream_id, source_id, requested_at, alive_at)
    select ${key}, id, ${sourceId}, now(), now() - interval '1 day' from gateway.upstreams`;
  return key;
};

/** Begins with a run in progress that its gateway left, and the folder as `prepare` makes it. */
const startWith = async (folder: string, prepare: (key: string) => Promise<void>) => {
  const first = await start({ database: { folder: newFolder() } });
  await first.runs();
  await first.gateway.close();
  await prepare(await leaveRun(1));
  const lines: string[] = [];
  const log = { level: "error", write: (line: string) => void lines.push(line) } as const;
  return { lines, ...(await start({ log, database: { folder } })) };
};

describe("fault 34: a run that its gateway left", () => {
  it("becomes unknown although the folder of the answer files is a file, and orders are received", async () => {
    const folder = newFolder();
    upstream.add(1, 1);
    const { lines, runs, run } = await startWith(folder, async () =>
      writeFile(folder, "in the way"),
    );
    expect(await runs()).toMatchObject([
      { state: "unknown", reason: expect.stringMatching(/stopped/) },
    ]);
    expect(await run()).toMatchObject({ state: "received", orderIds: [1] });
    const said = lines.filter((line) => line.includes("could not process the answer files"));
    expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ code: "ENOTDIR" }),
    ]);
  });

  it("becomes unknown although a file of another can't be read, and gives way to a new one", async () => {
    const folder = newFolder();
    const { lines, runs, receive } = await startWith(
      folder,
      async () =>
        // Reading or removing a folder like a file fails.
        void (await mkdir(join(folder, `${randomUUID()}.answer`), { recursive: true })),
    );
    expect(await runs()).toMatchObject([{ sourceId: 1, state: "unknown" }]);
    await leaveRun(2);
    expect((await receive(2)).status).toBe(200);
    expect((await runs("?state=unknown")).map(({ sourceId }) => sourceId)).toEqual([2, 1]);
    expect(lines.filter((line) => line.includes('"code":"EISDIR"'))).toHaveLength(1);
  });

  it("gets its answer from a file although others can't be read or are not for this database", async () => {
    const folder = newFolder();
    const { runs } = await startWith(folder, async (key) => {
      // The folder is listed in the order of the names, or in any.
      for (const first of "0123456789abcdef")
        await mkdir(join(folder, `${first}${randomUUID().slice(1)}.answer`), { recursive: true });
      await createAnswerFiles(folder).write(
        key,
        unsentResult("Because", "2026-01-05T08:00:00.000Z"),
      );
    });
    expect(await runs()).toMatchObject([{ state: "refused", reason: "Because" }]);
    expect(await readdir(folder)).toHaveLength(16);
  });
});

it("an incomplete file that can't be removed keeps no other one", async () => {
  const folder = newFolder();
  const [stuck, other] = ["0", "1"].map((first) => `${first}${randomUUID().slice(1)}.answer.part`);
  await mkdir(join(folder, stuck ?? ""), { recursive: true });
  await writeFile(join(folder, other ?? ""), "{");
  for (const name of [stuck, other]) await utimes(join(folder, name ?? ""), 1, 1);
  await expect(createAnswerFiles(folder).removeTorn()).rejects.toMatchObject({
    code: "ERR_FS_EISDIR",
  });
  await eventually(async () => (await readdir(folder)).length === 1);
  expect(await readdir(folder)).toEqual([stuck]);
});
