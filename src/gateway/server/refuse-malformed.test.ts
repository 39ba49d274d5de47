import { describe, expect, it } from "vitest";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, openRawSocket, statusesIn } from "#gateway/testing/raw-socket.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const setUp = async () => {
  const upstream = keep(await startUpstream());
  const gateway = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
  return { upstream, gateway };
};

describe("the framing of requests", () => {
  const body = '[{"id":1}]';
  const start = (port: number) =>
    `PATCH /api/rmas/5/items HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Requested-By: t\r\nContent-Type: application/json\r\n`;
  const smuggled = (port: number) =>
    `PATCH /api/rmas/666/items HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Requested-By: t\r\n\r\n`;

  it.each([
    [
      "both length and chunks",
      (port: number) =>
        `${start(port)}Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled(port)}`,
    ],
    [
      "chunks and length",
      (port: number) =>
        `${start(port)}Transfer-Encoding: chunked\r\nContent-Length: 10\r\n\r\n0\r\n\r\n${smuggled(port)}`,
    ],
    [
      "two lengths",
      (port: number) =>
        `${start(port)}Content-Length: 10\r\nContent-Length: 2\r\n\r\n[]${smuggled(port)}`,
    ],
    ["a list of lengths", (port: number) => `${start(port)}Content-Length: 10, 2\r\n\r\n${body}`],
    ["a length with a sign", (port: number) => `${start(port)}Content-Length: +10\r\n\r\n${body}`],
    [
      "an unknown transfer encoding",
      (port: number) => `${start(port)}Transfer-Encoding: xchunked\r\n\r\n${body}`,
    ],
    [
      "a transfer encoding in disguise",
      (port: number) => `${start(port)}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "a bad chunk size",
      (port: number) =>
        `${start(port)}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      "a folded header",
      (port: number) =>
        `${start(port)}X-A: b\r\n Content-Length: 10\r\nContent-Length: x\r\n\r\n${body}`,
    ],
    [
      "a NUL in a header",
      (port: number) => `${start(port)}X-A: b\0c\r\nContent-Length: 10\r\n\r\n${body}`,
    ],
    [
      "a bare CR in a header",
      (port: number) =>
        `${start(port)}X-A: b\rContent-Length: 2\r\nContent-Length: 10\r\n\r\n${body}`,
    ],
    [
      "a header of 64 kB",
      (port: number) =>
        `${start(port)}X-A: ${"b".repeat(65_536)}\r\nContent-Length: 10\r\n\r\n${body}`,
    ],
    [
      "two hosts",
      (port: number) =>
        `${start(port)}Host: evil.test\r\nContent-Length: 10\r\nConnection: close\r\n\r\n${body}`,
    ],
    [
      "no host",
      () =>
        `PATCH /api/rmas/5/items HTTP/1.1\r\nX-Requested-By: t\r\nContent-Type: application/json\r\nContent-Length: 10\r\nConnection: close\r\n\r\n${body}`,
    ],
  ])("fault 5: is refused with %s", async (_, text) => {
    const { upstream, gateway } = await setUp();
    const statuses = statusesIn(await exchange(gateway.port, text(gateway.port)));
    expect(statuses.length).toBeLessThanOrEqual(1);
    expect([400, 431]).toContain(statuses[0] ?? 400);
    expect(upstream.connections()).toBe(0);
  });

  it.each([
    "Connection: x-api-token, keep-alive",
    "Connection: accept, keep-alive",
    "TE: trailers",
    "Trailer: x-api-token",
    "Expect: 100-continue",
  ])("fault 5: never drops the token for %s, and stays in sync", async (line) => {
    const { upstream, gateway } = await setUp();
    const raw = keep(await openRawSocket(gateway.port));
    raw.write(`${start(gateway.port)}${line}\r\nContent-Length: 10\r\n\r\n${body}`);
    raw.write(
      `GET /api/rma/7 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nConnection: close\r\n\r\n`,
    );
    const statuses = statusesIn(await raw.received()).filter((status) => status !== 100);
    expect(statuses).toEqual([200, 200]);
    expect(upstream.arrivals.map(({ url, headers }) => [url, headers["x-api-token"]])).toEqual([
      ["/rmas/5/items", canary],
      ["/rma/7", canary],
    ]);
  });

  it("fault 5: reads the body of a GET as a body, not as the next request", async () => {
    const { upstream, gateway } = await setUp();
    const inner = smuggled(gateway.port);
    const raw = keep(await openRawSocket(gateway.port));
    raw.write(
      `GET /api/rma/7 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    );
    raw.write(
      `GET /api/rma/8 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Requested-By: t\r\nConnection: close\r\n\r\n`,
    );
    await raw.received();
    expect(upstream.arrivals.map(({ url }) => url)).not.toContain("/rmas/666/items");
  });
});
