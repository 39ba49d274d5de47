import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { openRawSocket } from "#gateway/testing/raw-socket.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";

const given = receiveSetUp();

/** A run of source 1 whose orders were moved and never arrived, and a way to compare it. */
const loseRun = async (count: number) => {
  const started = await given.start();
  given.upstream.add(1, count);
  given.upstream.afterMove((response) => {
    response.socket?.resetAndDestroy();
  });
  const { id, state } = await started.run(1);
  given.upstream.afterMove((response, text) => answer(response, 200, text));
  expect(state).toBe("unknown");
  const compare = async () => {
    const { orders, ...rest } = await started.candidates(id);
    return { ids: orders.map((order) => order.id), ...rest };
  };
  return { id, compare, settle: started.settle };
};

/** Numbers from `last` down to 1, as the list orders them. */
const downFrom = (last: number) => Array.from({ length: last }, (_, index) => last - index);

const pages = () =>
  given.upstream.arrivals.flatMap(({ url }) => {
    const page = new URL(url, "http://upstream").searchParams.get("filterPageNumber");
    return page === null ? [] : [Number(page)];
  });

describe("the list of orders changes while its pages are read:", () => {
  it("an order that came to a page that was read already, because another one left the list, is found", async () => {
    const { id, compare, settle } = await loseRun(120);
    const leaveOnPageTwo = (order: number) =>
      given.upstream.beforePage((page) => {
        if (page === 2) given.upstream.setStatus([order], "acknowledged");
      });
    leaveOnPageTwo(120);
    expect(await compare()).toMatchObject({ ids: downFrom(119), whole: true, reason: null });
    leaveOnPageTwo(119);
    expect((await settle(id, { kind: "found", orderIds: downFrom(118) })).status).toBe(200);
  });

  it("orders that came to the list all at once hide none, and are listed once", async () => {
    const { compare } = await loseRun(120);
    const others = given.upstream.add(1, 60);
    given.upstream.beforePage((page) => {
      if (page === 2) given.upstream.setStatus(others.splice(0), "processed");
    });
    expect(await compare()).toMatchObject({ ids: downFrom(180), whole: true, reason: null });
  });

  it("the answer says that orders may be missing if that doesn't end, and lists what all readings found", async () => {
    const { compare } = await loseRun(120);
    let next = 120;
    given.upstream.beforePage((page) => {
      if (page !== 2) return;
      given.upstream.setStatus([next], "acknowledged");
      next -= 1;
    });
    const { ids, whole, reason } = await compare();
    expect(ids.toSorted((a, b) => Number(b) - Number(a))).toEqual(downFrom(120));
    expect([whole, reason]).toEqual([false, expect.stringMatching(/kept changing/)]);
    expect(pages()).toHaveLength(60);
  });
});

it("a list that doesn't change is read twice, and an empty one with one request", async () => {
  const { compare } = await loseRun(60);
  expect((await compare()).ids).toEqual(downFrom(60));
  expect(pages()).toEqual([1, 2, 3, 1, 2, 3]);
  given.upstream.setStatus(downFrom(60), "acknowledged");
  given.upstream.arrivals.splice(0);
  expect(await compare()).toMatchObject({ ids: [], whole: true, reason: null });
  expect(pages()).toEqual([1]);
});

const processed = (id: number) => ({
  id,
  sourceId: 1,
  lastModifiedAt: new Date().toISOString(),
  purchaseOrderStatus: { handle: "processed" },
});

it("a list that the first reading only just finds whole is compared with a second one", async () => {
  const { compare } = await loseRun(59);
  given.upstream.behave(({ url }, response) => {
    const page = Number(
      new URL(String(url), "http://upstream").searchParams.get("filterPageNumber"),
    );
    answer(response, 200, page > 59 ? [] : [processed(60 - page)]);
  });
  expect(await compare()).toMatchObject({ ids: downFrom(59), whole: true, reason: null });
});

it("an upstream without pages is read to its end", async () => {
  const { compare } = await loseRun(30);
  let requests = 0;
  given.upstream.behave((_request, response) => {
    requests += 1;
    answer(response, 200, downFrom(30).map(processed));
  });
  expect(await compare()).toMatchObject({ ids: downFrom(30), whole: true });
  expect(requests).toBe(4);
});

/** A gateway with an unknown run, which a client on a connection of its own may compare. */
const loseLongRun = async (options: Parameters<typeof given.start>[0] = {}) => {
  const lines: string[] = [];
  const log = { level: "warn", write: (line: string) => void lines.push(line) } as const;
  const { gateway, run } = await given.start({ log, ...options });
  given.upstream.add(1, 120);
  given.upstream.afterMove((response) => {
    response.socket?.resetAndDestroy();
  });
  const { id } = await run(1);
  const target = `/api/received-orders/${id}/candidates`;
  return {
    gateway,
    /** Returns a function by which the client disconnects, and the gateway learns of it. */
    compare: async () => {
      const accepted = once(gateway.app.server, "connection") as Promise<[Socket]>;
      const client = await openRawSocket(gateway.port);
      const [socket] = await accepted;
      client.write(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\n\r\n`,
      );
      return async () => {
        const closed = once(socket, "close");
        client.close();
        await closed;
      };
    },
    hasEnded: () => lines.some((line) => line.includes('"kind":"queue-left"')),
  };
};

const pageTexts = () =>
  given.upstream.arrivals.flatMap(({ url }) => /filterPageNumber=(\d+)/.exec(url)?.[1] ?? []);

describe("fault 49: a comparison whose client has disconnected", () => {
  it("requests no more pages", async () => {
    const { compare, hasEnded } = await loseLongRun();
    let release: (() => void) | undefined;
    given.upstream.behave((_request, response) => {
      release = () => answer(response, 200, [{ id: 1 }]);
    });
    const leave = await compare();
    await eventually(() => release !== undefined);
    await leave();
    release?.();
    await eventually(hasEnded);
    expect(pageTexts()).toEqual(["1"]);
  });

  it("leaves the queue", async () => {
    const clock = createFakeClock();
    const { gateway, compare, hasEnded } = await loseLongRun({ clock, upstream: { rateLimit: 1 } });
    const untilWaiting = async (count: number) =>
      eventually(async () => {
        const response = await gateway.call("/gateway/connection");
        const { tokens } = (await response.json()) as Connection;
        return tokens.flatMap(({ waiting }) => waiting).reduce((sum, one) => sum + one) === count;
      });
    const leave = await compare();
    await untilWaiting(1);
    await clock.advance(5_000);
    await eventually(() => pageTexts().length === 1);
    await untilWaiting(1);
    await leave();
    await eventually(hasEnded);
    await clock.advance(5_000);
    await untilWaiting(0);
    expect(pageTexts()).toEqual(["1"]);
  });
});
