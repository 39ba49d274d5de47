import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import type { DatabaseWatch } from "#database/sql.ts";
import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { createPacer, type SlotInUse } from "./pace-requests.ts";
import { openGatewayDatabase } from "#gateway/server/database.ts";
import { createSharedRate } from "./share-rate.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { canary, startGateway } from "#gateway/testing/start-gateway.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";

let database: TestDatabase;
const keep = keepOpen();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => database.close());

const open = async (watch?: DatabaseWatch) => {
  const sql = database.connect({ watch });
  return { sql, close: async () => sql.end({ timeout: 1 }) };
};

const limit = 2;
const windowMs = 100;
const leaseMs = 600_000;

/** A gateway's pacer of a token on the database. */
const start = (token: string, clock: Clock = monotonicClock) => {
  /** How often it has asked for a slot and got an answer. */
  let asked = 0;
  const watch: DatabaseWatch = {
    statement: async (text, run) => {
      const result = await run();
      if (text().includes("skip locked")) asked += 1;
      return result;
    },
    transaction: async (run) => run(),
  };
  const database = openGatewayDatabase(async () => open(watch));
  const rate = createSharedRate({ database, upstream: "https://api.test", leaseMs, clock });
  const shareSlots = rate.shareSlots({ token, limit, windowMs });
  const pacer = createPacer({ limit, windowMs, clock, shareSlots });
  /** As a gateway stops. */
  const close = async () => {
    pacer.close();
    rate.stopping();
    await rate.idle();
    rate.close();
    await database.close();
  };
  keep({ close });
  let order = 0;
  const turns: SlotInUse[] = [];
  const enter = async (): Promise<SlotInUse | undefined> => {
    const admission = await pacer.enter({ urgency: 3, person: undefined, order: (order += 1) });
    if (admission.kind === "turn") turns.push(admission.slot);
    return admission.kind === "turn" ? admission.slot : undefined;
  };
  return { pacer, enter, turns, rate, close, asked: () => asked };
};

const sleep = async (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Lets the leases of a killed gateway end now. */
const endLeases = async () =>
  database.sql`update gateway.rate_slots set free_at = clock_timestamp()`;

/** Whether a statement of a gateway waits for a locked table. */
const isWaitingForLock = async () => {
  const waiting = await database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
};

describe("gateways of one database", () => {
  it("fault 62: send no more than the token's rate together, whatever the delays are", async () => {
    const gateways = [start("shared"), start("shared"), start("shared")];
    let arrivals: number[] = [];
    let refused = 0;
    const call = async ({ enter }: (typeof gateways)[number]) => {
      const slot = await enter();
      await sleep(10 * Math.random());
      const now = performance.now();
      arrivals = [...arrivals.filter((at) => at > now - windowMs), now];
      if (arrivals.length > limit) refused += 1;
      await sleep(10 * Math.random());
      slot?.answered();
    };
    await Promise.all(
      gateways.flatMap((gateway) => Array.from({ length: 6 }, async () => call(gateway))),
    );
    expect(refused).toBe(0);
    expect(gateways.map(({ turns }) => turns.length)).toEqual([6, 6, 6]);
  });

  it("fault 62: get the slots of a killed one when its lease ends, and it changes nothing later", async () => {
    const [killed, other] = [start("killed"), start("killed")];
    const hasLooked = async () => {
      // It asks at least twice in a window, and what it is answered now may be older.
      const enough = other.asked() + 5;
      await eventually(() => other.asked() >= enough);
    };
    await Promise.all([killed.enter(), killed.enter()]);
    const waiting = [other.enter(), other.enter(), other.enter()];
    await hasLooked();
    expect(other.turns).toHaveLength(0);
    await endLeases();
    await eventually(() => other.turns.length === 2);
    // It was only slow.
    for (const slot of killed.turns) slot.answered();
    await killed.rate.idle();
    await hasLooked();
    expect(other.turns).toHaveLength(2);
    for (const slot of other.turns) slot.answered();
    await Promise.all(waiting);
    expect(other.turns).toHaveLength(3);
  });

  it("fault 62: keep the slot of a call that takes longer than the lease", async () => {
    const later: (() => void)[] = [];
    const after: Clock["after"] = (ms, act) => {
      if (ms < leaseMs / 3) return monotonicClock.after(ms, act);
      later.push(act);
      return () => undefined;
    };
    const { enter } = start("slow", { now: monotonicClock.now, after });
    await enter();
    await endLeases();
    for (const act of later.splice(0)) act();
    await eventually(async () => {
      const rows = await database.sql`
        select from gateway.rate_slots where free_at > clock_timestamp() + interval '1 minute'`;
      return rows.length === 1;
    });
  });

  it("fault 61: leave no slot taken when they stop while they take one", async () => {
    const { enter, rate, close } = start("stopped");
    (await enter())?.answered();
    await rate.idle();
    await endLeases();
    const waiting = enter();
    await close();
    expect(await waiting).toBeUndefined();
    const taken = await database.sql`
      select from gateway.rate_slots where free_at > clock_timestamp() + interval '1 minute'`;
    expect(taken).toHaveLength(0);
  });

  it("fault 61: leave no slot taken when they stop after they gave up an answer that then grants one", async () => {
    const giveUp: (() => void)[] = [];
    const after: Clock["after"] = (ms, act) => {
      if (ms !== 5_000) return monotonicClock.after(ms, act);
      giveUp.push(act);
      return () => undefined;
    };
    const { enter, rate, close } = start("late", { now: monotonicClock.now, after });
    (await enter())?.answered();
    await rate.idle();
    await endLeases();
    giveUp.length = 0;
    let closing: Promise<void> | undefined;
    await database.sql.begin(async (transaction) => {
      await transaction`lock table gateway.rate_slots in access exclusive mode`;
      const waiting = enter();
      await eventually(isWaitingForLock);
      for (const act of giveUp) act();
      closing = close();
      expect(await waiting).toBeUndefined();
      // A stop that doesn't wait for the answer has closed the database by then.
      await new Promise((resolve) => {
        setImmediate(() => setImmediate(resolve));
      });
    });
    await closing;
    const taken = await database.sql`
      select from gateway.rate_slots where free_at > clock_timestamp() + interval '1 minute'`;
    expect(taken).toHaveLength(0);
  });

  it("fault 46: pause together when the upstream asks one of them to", async () => {
    const [one, other] = [start("paused"), start("paused")];
    (await one.enter())?.answered();
    one.pacer.pause(60_000);
    await eventually(async () => {
      const rows = await database.sql`
        select from gateway.rate_slots where paused_until > clock_timestamp() + interval '30 s'`;
      return rows.length === limit;
    });
    expect(await other.enter()).toBeUndefined();
    expect(other.pacer.pausedMs()).toBeGreaterThan(30_000);
  });

  it("fault 62: share the rate through HTTP, and store no token", async () => {
    const upstream = keep(await startStrictUpstream({ limit: 2, windowMs: 1_000 }));
    const upstreamOptions = { baseUrl: upstream.baseUrl, rateLimit: 2 };
    const options = { open: async () => open(), isShared: true };
    const gateways = await Promise.all(
      [1, 2].map(async () =>
        keep(await startGateway({ upstream: upstreamOptions, database: options })),
      ),
    );
    const responses = await Promise.all(
      gateways.flatMap(({ call }) => [1, 2].map(async (id) => call(`/api/rma/${id}`))),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([upstream.arrivals.length, upstream.refusals()]).toEqual([4, 0]);
    const [stored] = await database.sql<{ text: string; bytes: string }[]>`
      select string_agg(s::text, ' ') as text, string_agg(encode(token_hash, 'escape'), ' ') as bytes
      from gateway.rate_slots s`;
    expect(stored?.text.length).toBeGreaterThan(100);
    expect(`${stored?.text} ${stored?.bytes}`).not.toContain(canary);
  });
});
