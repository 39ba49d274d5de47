import type { Query } from "#database/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptRequest, forgetOldRequests, hashToken } from "#service/store/tokens.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ rateLimit: 2 });
});
afterAll(() => service.close());

const freshToken = (() => {
  let id = 0;
  return () => service.tokenOf({ type: "channel", ownerId: ++id });
})();

/** When the database accepted each request of a token, in milliseconds. */
const acceptedTimes = async (token: string): Promise<number[]> => {
  const rows = await service.sql<{ at: number }[]>`
    select extract(epoch from unnest(accepted)) * 1000 as at
    from service.request_times where token_hash = ${hashToken(token)}`;
  return rows.map(({ at }) => at);
};

/** Moves a token's accepted requests back by the window. */
const letSecondPass = (token: string) => service.sql`
  update service.request_times
  set accepted = array(select t - interval '1 second' from unnest(accepted) t)
  where token_hash = ${hashToken(token)}`;

/** Resolves when another process waits for a row that this transaction locks. */
const untilWaiting = async (transaction: Query): Promise<void> => {
  for (;;) {
    const waiting = await transaction`
      select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    if (waiting.length > 0) return;
    await new Promise((done) => setTimeout(done, 5));
  }
};

/**
 * A request that is evaluated within a second of all accepted ones, however slow the machine is: it waits for the
 * token's row, and the accepted requests are moved to the time at which the row is released.
 */
const callInSameSecond = async (call: TestService["call"], token: string) => {
  const hash = hashToken(token);
  const { answer } = await service.sql.begin(async (transaction) => {
    await transaction`select 1 from service.request_times where token_hash = ${hash} for update`;
    const coming = call("/rma", { token });
    await untilWaiting(transaction);
    await transaction`
      update service.request_times
      set accepted = array(select clock_timestamp() from unnest(accepted))
      where token_hash = ${hash}`;
    // In an object, since a transaction awaits a promise that it returns.
    return { answer: coming };
  });
  return answer;
};

/** This many requests in sequence, all within one second. */
const callInOneSecond = async (call: TestService["call"], token: string, times: number) => {
  const answers = [await call("/rma", { token })];
  while (answers.length < times) answers.push(await callInSameSecond(call, token));
  return answers;
};

describe("the rate limit (api 7, 8)", () => {
  test("refuses the third request of a second with the API's body", async () => {
    const token = await freshToken();
    const answers = await callInOneSecond(service.call, token, 3);
    const refused = answers.at(-1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(refused?.json).toEqual({
      error: "Rate limit exceeded: more than 2 requests in 1 second for this token",
      data: { limit: 2, window: "1s" },
    });
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(refused?.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(refused?.headers.get("content-type")).toContain("application/json");
  });

  test("holds over two processes in every window, and is used up", async () => {
    const other = await service.another();
    const token = await freshToken();
    const calls = [service.call, other.call, service.call, other.call];
    for (let window = 0; window < 5; window += 1) {
      const accepted = new Set<number>();
      const ask = async (call: TestService["call"]) => {
        if ((await call("/rma", { token })).status === 200)
          for (const time of await acceptedTimes(token)) accepted.add(time);
      };
      await Promise.all([...calls, ...calls].map(ask));
      const times = [...accepted].toSorted((a, b) => a - b);
      times
        .slice(2)
        .forEach((time, index) => expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000));
      expect(times.length).toBeGreaterThanOrEqual(2);
      await letSecondPass(token);
    }
  });

  test("gives each token its own bucket, and does not count refused requests", async () => {
    const tokens = await Promise.all([freshToken(), freshToken()]);
    for (const token of tokens) {
      const answers = await callInOneSecond(service.call, token, 4);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    }
    await letSecondPass(tokens[0] ?? "");
    expect((await service.call("/rma", { token: tokens[0] ?? "" })).status).toBe(200);
  });

  test("counts a token's requests for any operation, and no requests without a token", async () => {
    const token = await freshToken();
    const [refused, missing] = [
      await service.call("/account", { token }),
      await service.call("/rma/5", { token }),
    ];
    expect([refused.status, missing.status]).toEqual([403, 404]);
    expect((await callInSameSecond(service.call, token)).status).toBe(429);
    const anonymous = await Promise.all(
      [1, 2, 3, 4].map(() => service.call("/rma", { token: null })),
    );
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test("0 means no limit, and another number is another limit", async () => {
    const token = await freshToken();
    const free = await service.another({ rateLimit: 0 });
    const many = await Promise.all([1, 2, 3, 4, 5].map(() => free.call("/rma", { token })));
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const four = await service.another({ rateLimit: 4 });
    const answers = await callInOneSecond(four.call, token, 5);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.json).toMatchObject({
      data: { limit: 4, window: "1s" },
    });
  });
});

describe("the times of accepted requests", () => {
  test("forget times ahead of a clock that was set back", async () => {
    const hash = hashToken("from the future");
    await service.sql`
      insert into service.request_times
      values (${hash}, array[now() + interval '1 hour', now() + interval '2 hours'])`;
    expect(await acceptRequest(service.sql, hash, 2)).toBe(true);
  });

  test("are removed after an hour, and never exceed the limit", async () => {
    const [old, busy] = [hashToken("old"), hashToken("busy")];
    await service.sql`insert into service.request_times values (${old}, array[now() - interval '61 minutes'])`;
    await Promise.all(Array.from({ length: 20 }, () => acceptRequest(service.sql, busy, 3)));
    await forgetOldRequests(service.sql);
    const kept = await service.sql`
      select cardinality(accepted) as count from service.request_times where token_hash in (${old}, ${busy})`;
    expect(kept.map((row) => row["count"])).toEqual([3]);
  });
});
