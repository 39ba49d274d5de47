import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { maxBodyBytes } from "#contract/limits.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, openRawSocket, statusesIn } from "#gateway/testing/raw-socket.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { readProblem } from "#gateway/testing/storage.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, startGateway } from "#gateway/testing/start-gateway.ts";

const given = receiveSetUp();
const { start } = given;

const listed = 1_001;

/** A JSON text of a megabyte: its parts between a head and an end, as many as fit. */
const fill = (head: string, part: (index: number) => string, end: string): string => {
  const parts: string[] = [];
  let length = head.length + end.length;
  for (let index = 0; length + 130 < maxBodyBytes; index += 1) {
    parts.push(part(index));
    length += part(index).length + 1;
  }
  return `${head}${parts.join(",")}${end}`;
};

const summarize = async (response: Response) => {
  const text = await response.text();
  const { status, issues = [] } = JSON.parse(text) as Problem;
  return { status, issues, length: text.length };
};

const send = async (path: string, body: string) => {
  const { gateway } = await start();
  expect(body.length).toBeGreaterThan(maxBodyBytes - 200);
  const headers = { "content-type": "application/json" };
  return summarize(await gateway.call(path, { method: "POST", headers, body }));
};

describe("fault 18: a body of a megabyte", () => {
  it("with very many values that are not allowed gets the first thousand issues and the number of the others", async () => {
    const body = fill('{"kind":"found","orderIds":[', () => `"${"x".repeat(120)}"`, "]}");
    const { status, issues, length } = await send("/api/received-orders/1/settlement", body);
    expect([status, issues.length, issues[0]?.path]).toEqual([400, listed, "orderIds.0"]);
    expect(issues.at(-1)?.message).toMatch(/^and \d{4} more issues$/);
    expect(length).toBeLessThan(100_000);
  });

  it("with very many unknown fields gets an issue for each of the first thousand", async () => {
    const body = fill('{"sourceId":1,', (index) => `"field${index}":0`, "}");
    const { status, issues, length } = await send("/api/received-orders", body);
    expect([status, issues.length, issues[0]]).toEqual([
      400,
      listed,
      { path: "field0", message: "Unknown field" },
    ]);
    expect(length).toBeLessThan(100_000);
  });

  it("with one unknown field of that length gets the beginning of its name", async () => {
    const name = "n".repeat(maxBodyBytes - 50);
    const { status, issues, length } = await send("/api/received-orders", `{"${name}":0}`);
    expect([status, issues.map(({ path }) => path.length)]).toEqual([400, [8, 501]]);
    expect(length).toBeLessThan(2_000);
    expect(given.upstream.arrivals).toEqual([]);
  });
});

describe("a long query", () => {
  const count = 4_000;
  const values = (part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join("&");

  it.each([
    ["with many values that are not allowed", "received-orders", values((at) => `${at}=%00`)],
    ["with many names twice", "received-orders", `${values(String)}&${values(String)}`],
    ["of an operation of the API", "rma", values(() => "status=%00")],
  ])("%s gets the first thousand issues", async (_, path, query) => {
    const { gateway } = await start();
    const { status, issues, length } = await summarize(await gateway.call(`/api/${path}?${query}`));
    expect([status, issues.length]).toEqual([400, listed]);
    expect(issues.at(-1)?.message).toMatch(/^and \d+ more issues$/);
    expect(length).toBeLessThan(150_000);
  });

  it("names only the beginning of a long name", async () => {
    const { gateway } = await start();
    const query = `${"n".repeat(40_000)}=%00`;
    const { issues } = await summarize(await gateway.call(`/api/received-orders?${query}`));
    expect(issues.map(({ path }) => path)).toEqual([`${"n".repeat(500)}…`]);
  });
});

describe("a header of 40,000 quotation marks", () => {
  const quotes = '"'.repeat(40_000);
  const sendHead = async (lines: (own: string) => string[]) => {
    const { gateway } = await start();
    const own = `127.0.0.1:${gateway.port}`;
    const head = ["GET / HTTP/1.1", ...lines(own), "Accept: text/html", "Connection: close"];
    const received = await exchange(gateway.port, `${head.join("\r\n")}\r\n\r\n`);
    return { statuses: statusesIn(received), received };
  };

  it.each([
    ["that is the host's name", 421, () => [`Host: ${quotes}`]],
    [
      "that is the address of the page",
      403,
      (own: string) => [`Host: ${own}`, `Origin: ${quotes}`, "Sec-Fetch-Site: same-origin"],
    ],
  ])("%s is repeated only in part", async (_, status, lines) => {
    const { statuses, received } = await sendHead(lines);
    expect(statuses).toEqual([status]);
    expect(received.match(/&quot;/g)).toHaveLength(300);
    expect(received.length).toBeLessThan(6_000);
  });
});

describe("an error of the upstream", () => {
  const refuse = async (error: object) => {
    const { gateway } = await start();
    given.upstream.behave((_request, response) => answer(response, 400, error));
    return readProblem(await gateway.call("/api/rma/1"));
  };
  const long = "e".repeat(1_000_000);

  it.each([
    ["in the service's format", { error: long, issues: [], requestId: "u-1" }],
    ["in the format of a 429", { error: long, data: { limit: 2, window: "1s" } }],
    ["under a common name", { message: long }],
  ])("%s is cut", async (_, error) => {
    expect((await refuse(error)).detail).toBe("e".repeat(2_000));
  });

  it.each([{ error: "Invalid", requestId: "u-1" }, { message: "Invalid" }])(
    "like %j passes on the first thousand of its issues, each cut",
    async (error) => {
      const issue = { path: "p".repeat(3_000), message: "m".repeat(3_000) };
      const others = Array.from({ length: 1_999 }, () => ({ path: "p", message: "m" }));
      const { issues } = await refuse({ ...error, issues: [issue, ...others] });
      expect([issues?.length, issues?.[0], issues?.at(-1)]).toEqual([
        listed,
        { path: "p".repeat(2_000), message: "m".repeat(2_000) },
        { path: "", message: "and 1000 more issues" },
      ]);
    },
  );

  it("passes on the service's own thousand issues and the number of the others as they are", async () => {
    const issues = [
      ...Array.from({ length: 1_000 }, (_, index) => ({ path: `${index}`, message: "No" })),
      { path: "", message: "and 57001 more issues" },
    ];
    expect((await refuse({ error: "No", issues, requestId: "u-1" })).issues).toEqual(issues);
  });
});

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
