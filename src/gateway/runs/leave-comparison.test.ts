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

/** A gateway with an unknown run, which a client on a connection of its own may compare. */
const loseRun = async (options: Parameters<typeof given.start>[0] = {}) => {
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

const pages = () =>
  given.upstream.arrivals.flatMap(({ url }) => /filterPageNumber=(\d+)/.exec(url)?.[1] ?? []);

describe("fault 49: a comparison whose client has disconnected", () => {
  it("requests no more pages", async () => {
    const { compare, hasEnded } = await loseRun();
    let release: (() => void) | undefined;
    given.upstream.behave((_request, response) => {
      release = () => answer(response, 200, [{ id: 1 }]);
    });
    const leave = await compare();
    await eventually(() => release !== undefined);
    await leave();
    release?.();
    await eventually(hasEnded);
    expect(pages()).toEqual(["1"]);
  });

  it("leaves the queue", async () => {
    const clock = createFakeClock();
    const { gateway, compare, hasEnded } = await loseRun({ clock, upstream: { rateLimit: 1 } });
    const untilWaiting = async (count: number) =>
      eventually(async () => {
        const response = await gateway.call("/gateway/connection");
        const { tokens } = (await response.json()) as Connection;
        return tokens.flatMap(({ waiting }) => waiting).reduce((sum, one) => sum + one) === count;
      });
    const leave = await compare();
    await untilWaiting(1);
    await clock.advance(5_000);
    await eventually(() => pages().length === 1);
    await untilWaiting(1);
    await leave();
    await eventually(hasEnded);
    await clock.advance(5_000);
    await untilWaiting(0);
    expect(pages()).toEqual(["1"]);
  });
});
