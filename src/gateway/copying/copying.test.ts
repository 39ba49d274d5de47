import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { migrate } from "#database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { monotonicClock, wait } from "#gateway/server/clock.ts";
import { type CopyJob, type Copying, createCopying } from "./copying.ts";

let database: TestDatabase;
const open: Copying[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(database.sql, { schema: "gateway", folder });
});
afterAll(async () => database.close());

const end = async (one: Copying) => {
  one.stopping();
  await one.idle();
  await one.close();
};
beforeEach(() => async () => {
  for (const one of open.splice(0)) await end(one);
  await database.sql`delete from gateway.copy_leases`;
});

const shown = { kind: "success", status: 200, value: [], contractIssues: 0 } as const;

const start = (more: {
  rateLimit?: number;
  waiting?: () => number[];
  sent?: (at: number) => void;
}): Copying => {
  const { rateLimit = 0, waiting = () => [], sent = () => undefined } = more;
  const verdict = { ...shown, totalCount: undefined, etag: undefined };
  const copying = createCopying({
    database: { sql: async () => database.sql, close: async () => undefined },
    upstream: "test",
    forwarder: {
      pacerOf: () => ({ waiting }) as never,
      send: () => {
        sent(performance.now());
        const outcome = { verdict, queueMs: 0, upstreamMs: 0 };
        return { result: Promise.resolve(outcome), leave: () => undefined } as never;
      },
    },
    tokenFor: () => ({ token: "t" }) as never,
    rateLimit,
    share: 0.5,
    leaseMs: 300,
    clock: monotonicClock,
    log: () => undefined,
  });
  open.push(copying);
  return copying;
};

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await wait(monotonicClock, 10);
};

/** A job with so many pages. */
const countTo = (pages: number) => {
  const did = { begins: 0, stored: 0, now: 0 };
  const job: CopyJob = {
    begin: async () => void (did.begins += 1),
    next: async () =>
      did.stored >= pages
        ? 60_000
        : {
            operation: operations.listRmas,
            path: "/rma",
            store: async () => {
              await wait(monotonicClock, 1);
              did.stored += 1;
            },
          },
  };
  return { job, did };
};

test("jobs are copied in turn, within a share of the rate", async () => {
  const at: number[] = [];
  const copying = start({ rateLimit: 20, sent: (time) => at.push(time) });
  const [one, other] = [countTo(3), countTo(2)];
  copying.add(one.job);
  copying.add(other.job);
  await until(() => one.did.stored === 3 && other.did.stored === 2);
  // Half of 20 a second: each begins 100 ms after the one before.
  const gaps = at.slice(1).map((time, index) => time - at[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(95);
});

test("nothing is copied while a person's request waits for the token", async () => {
  let clicks = 1;
  const { job, did } = countTo(1);
  const copying = start({ waiting: () => [0, 0, 0, clicks, 0, 0, 0, 4] });
  copying.add(job);
  await wait(monotonicClock, 300);
  expect(did.stored).toBe(0);
  clicks = 0;
  await until(() => did.stored === 1);
});

test("of two gateways one copies; when it ends, the other one begins, and the first can't write any more", async () => {
  const [mine, theirs] = [countTo(1), countTo(1)];
  const first = start({});
  first.add(mine.job);
  await until(() => mine.did.stored === 1);
  const second = start({});
  second.add(theirs.job);
  await wait(monotonicClock, 400);
  expect(theirs.did.begins).toBe(0);
  await expect(first.fence(async () => "written")).resolves.toBe("written");
  await expect(second.fence(async () => "written")).rejects.toThrow("Another gateway copies now");
  await end(open.shift()!);
  second.wake();
  await until(() => theirs.did.stored === 1);
  await expect(first.fence(async () => "written")).rejects.toThrow("Another gateway copies now");
});

test("a job whose answer can't be stored is asked again", async () => {
  let tries = 0;
  const copying = start({});
  copying.add({
    begin: async () => undefined,
    next: async () =>
      tries > 1
        ? 60_000
        : {
            operation: operations.listRmas,
            path: "/rma",
            store: async () => {
              tries += 1;
              throw new Error("no database");
            },
          },
  });
  await until(() => tries === 1);
  while (tries < 2) {
    copying.wake();
    await wait(monotonicClock, 20);
  }
  expect(tries).toBe(2);
});
