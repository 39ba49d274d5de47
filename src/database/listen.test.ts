import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectSocket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Target } from "./connect.ts";
import { listen } from "./listen.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const channel = "test_channel";

const startListening = (target: Target) => {
  let notices = 0;
  const listener = listen(target, { channel, onNotice: () => (notices += 1) });
  return { listener, count: () => notices };
};

/** A proxy that gives each connection a number of its own, as a pool of connections does. */
const startPool = async (target: Target) => {
  if ("url" in target) throw new Error("The test server is the embedded one");
  const folder = mkdtempSync(join(tmpdir(), "pool-"));
  const path = join(folder, ".s.PGSQL.5432");
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const socket = connectSocket(target.path);
    let hasNumber = false;
    socket.on("data", (answer) => {
      // BackendKeyData: K, its length, the number, the key.
      const at = hasNumber ? -1 : answer.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) answer.writeInt32BE(1, at + 5);
      hasNumber ||= at >= 0;
      client.write(answer);
    });
    client.pipe(socket);
    for (const one of [client, socket]) one.on("error", () => {});
    socket.on("close", () => client.destroy());
    client.on("close", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    target: { ...target, path },
    connections: () => connections,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
};

test("a listener is notified, also after its connection was lost", async () => {
  const { listener, count } = startListening(database.target);
  await expect.poll(count).toBe(1);
  await database.sql`select pg_notify(${channel}, '')`;
  await expect.poll(count).toBe(2);
  await database.sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query = ${`listen ${channel}`}`;
  await expect.poll(count).toBe(3);
  await database.sql`select pg_notify(${channel}, '')`;
  await expect.poll(count).toBe(4);
  await listener.close();
});

test("behind a pool of connections nothing listens", async () => {
  const pool = await startPool(database.target);
  const { listener, count } = startListening(pool.target);
  const sql = database.connect({ target: pool.target, max: 1 });
  await sql`select 1`;
  await expect.poll(pool.connections).toBe(2);
  await database.sql`select pg_notify(${channel}, '')`;
  await sql`select 1`;
  expect(count()).toBe(0);
  await listener.close();
  await sql.end();
  await pool.close();
});

test.each([
  ["UTC", "2026-01-02T03:04:05.678Z"],
  ["Asia/Kolkata", "2026-01-02T03:04:05.678Z"],
  ["America/St_Johns", "2026-01-02T03:04:05.678Z"],
])("an instant is read as UTC where the session's time zone is %s", async (zone, expected) => {
  const rows = await database.sql.begin(async (transaction) => {
    await transaction`select set_config('timezone', ${zone}, true)`;
    return transaction<{ at: string; local: string }[]>`
      select '2026-01-02 03:04:05.678Z'::timestamptz as at, '2026-01-02 03:04:05'::timestamp as local`;
  });
  expect(rows[0]).toEqual({ at: expected, local: "2026-01-02T03:04:05.000Z" });
});
