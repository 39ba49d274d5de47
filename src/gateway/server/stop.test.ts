import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { setUpChanges } from "#gateway/testing/change-set-up.ts";
import { eventually, holdAnswers } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openRawSocket, type RawSocket, statusesIn } from "#gateway/testing/raw-socket.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/storage.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway, type TestGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const buildConsole = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "console-"));
  folders.push(folder);
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "assets/app-1a2b.js"), "export {};");
  return folder;
};

/** Resolves when the gateway stops, which lasts until the calls under way have ended. */
const whenStopping = (gateway: TestGateway): Promise<void> =>
  eventually(async () => (await gateway.call("/healthz")).status === 503);

/** A gateway that stops, and waits for the response to one change. */
const stopDuringChange = async () => {
  const { held, behaviour, until } = holdAnswers();
  const upstream = keep(await startUpstream(behaviour));
  const gateway = keep(
    await startGateway({ upstream: { baseUrl: upstream.baseUrl }, assets: await buildConsole() }),
  );
  const change = gateway.call("/api/returns/5", patch({ returnStatus: "closed" }));
  await until(1);
  const closing = gateway.close();
  await whenStopping(gateway);
  /** Lets the change and then the stop end. */
  const finish = async () => {
    held[0]?.();
    expect((await change).status).toBe(200);
    await closing;
    expect(upstream.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "PATCH /returns/5",
    ]);
  };
  return { gateway, finish };
};

describe("a request to a gateway that stops", () => {
  const problem = [
    "application/problem+json; charset=utf-8",
    /"type":"urn:supercargo:problem:stopping",[^]*"status":503,"outcome":"refused"/,
  ] as const;
  const page = [
    "text/html; charset=utf-8",
    /<h1>The gateway is stopping<\/h1>[^]*<a href="">Try again<\/a>/,
  ] as const;
  const visit = { headers: { accept: "text/html" } };

  it.each<[string, string, RequestInit, typeof problem | typeof page]>([
    ["a change", "/api/returns/6", patch({}), problem],
    ["a read", "/api/returns/6", {}, problem],
    ["the session", "/gateway/session", {}, problem],
    ["the health check", "/healthz", {}, problem],
    ["the readiness", "/readyz", {}, problem],
    ["no route", "/api/nothing", {}, problem],
    ["a screen", "/returns/6", visit, page],
    ["the first screen", "/", visit, page],
  ])("fault 61: for %s is refused, and may be sent again", async (_, path, init, [type, text]) => {
    const { gateway, finish } = await stopDuringChange();
    const response = await gateway.call(path, init);
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      503,
      expect.objectContaining({
        "content-type": type,
        "retry-after": "1",
        connection: "close",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
        "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    ]);
    const body = await response.text();
    expect(body).toMatch(text);
    expect(body).toContain(response.headers.get("x-request-id"));
    await finish();
  });

  it("for a file of an open page gets it", async () => {
    const { gateway, finish } = await stopDuringChange();
    const response = await gateway.call("/assets/app-1a2b.js");
    expect([response.status, response.headers.get("connection"), await response.text()]).toEqual([
      200,
      "close",
      "export {};",
    ]);
    await finish();
  });
});

const writeChange = (raw: RawSocket, port: number, id: number, body: string): void => {
  const head = [
    `PATCH /api/returns/${id} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "X-Requested-By: test",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  raw.write(`${head.join("\r\n")}\r\n\r\n${body}`);
};

describe("fault 61: a change to a gateway that stops", () => {
  const given = setUpChanges();
  const closed = JSON.stringify({ returnStatus: "closed" });

  it("is refused on new, kept and pipelined connections, sent nowhere and recorded nowhere", async () => {
    const { upstream, gateway } = given;
    const { held, behaviour, until } = holdAnswers();
    upstream.behave(behaviour);
    const [kept, pipelined] = [
      await openRawSocket(gateway.port),
      await openRawSocket(gateway.port),
    ];
    kept.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\n\r\n`);
    await kept.received(/"ok"/);
    writeChange(pipelined, gateway.port, 5, closed);
    await until(1);
    const closing = gateway.close();
    await whenStopping(gateway);

    const fresh = await openRawSocket(gateway.port);
    for (const raw of [fresh, kept, pipelined]) writeChange(raw, gateway.port, 6, closed);
    for (const raw of [fresh, kept]) {
      const received = await raw.received();
      expect(statusesIn(received).at(-1)).toBe(503);
      expect(received).toMatch(/connection: close\r\n/i);
      expect(received).toContain('"outcome":"refused"');
    }
    held[0]?.();
    const received = await pipelined.received();
    expect(statusesIn(received)).toEqual([200, 503]);
    expect(received).toContain("urn:supercargo:problem:stopping");
    await closing;
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/returns/5"]);
    await given.restart();
    expect(await given.list("?recordId=6")).toEqual([]);
    expect(await given.list("?recordId=5")).toMatchObject([{ state: "done" }]);
  });

  it("is answered after its whole body, because browsers that still send report no response", async () => {
    const { gateway, finish } = await stopDuringChange();
    const raw = await openRawSocket(gateway.port);
    const body = JSON.stringify({ memo: "x".repeat(900_000) });
    const half = 450_000;
    const head = `PATCH /api/returns/6 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Length: ${body.length}\r\n\r\n`;
    raw.write(head + body.slice(0, half));
    for (let each = 0; each < 5; each += 1) await gateway.call("/healthz");
    expect(await raw.received(/^/)).toBe("");
    raw.write(body.slice(half));
    expect(await raw.received()).toContain('"outcome":"refused"');
    await finish();
  });

  it("doesn't hold up the stop while its body doesn't arrive", async () => {
    const { gateway, finish } = await stopDuringChange();
    const raw = await openRawSocket(gateway.port);
    raw.write(
      `PATCH /api/returns/6 HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nContent-Length: 5\r\n\r\n`,
    );
    await gateway.call("/healthz");
    await finish();
    expect(await raw.received()).toBe("");
  });
});

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

/** An upstream without versions that holds the responses to changes. */
const startHolding = async () => {
  const held: (() => void)[] = [];
  const rma = (note: string) => ({ id: 5, items: [{ id: 1, note }], rmaShipments: [] });
  const upstream = keep(
    await startUpstream(({ method }, response) => {
      if (method === "GET") return answer(response, 200, rma("old"));
      held.push(() => answer(response, 200, rma("new")));
    }),
  );
  const releaseAll = () => {
    for (const release of held) release();
  };
  return { upstream, held, releaseAll };
};

it("fault 61: a gateway that stops refuses a change that waits for another gateway's, and frees its key", async () => {
  const { upstream, held, releaseAll } = await startHolding();
  const start = async () =>
    keep(await storage.gateway(upstream.baseUrl, { database: { isShared: true } }));
  const [one, stopped] = [await start(), await start()];
  // The tables are there then.
  expect((await one.call("/api/audit")).status).toBe(200);
  const tag = (await one.call("/api/rma/5")).headers.get("etag") ?? "";
  const headers = { "if-match": tag, "idempotency-key": "the-second" };
  const save = async ({ call }: TestGateway, more: Record<string, string>) =>
    call("/api/rmas/5/items", patch([{ id: 1, note: "new" }], more));
  // The version of a read is stored after its response.
  await eventually(async () => {
    const seen = await storage.database.sql`select from gateway.record_versions`;
    return seen.length === 1;
  });
  const first = save(one, { "if-match": tag });
  await eventually(() => held.length === 1);
  const second = save(stopped, headers);
  await eventually(async () => {
    const pending = await storage.database.sql`select from gateway.changes where state = 'pending'`;
    return pending.length === 2;
  });
  await stopped.close();
  const refused = await second;
  expect([refused.status, refused.headers.get("retry-after"), await readProblem(refused)]).toEqual([
    503,
    "1",
    expect.objectContaining({ type: "urn:supercargo:problem:stopping", outcome: "refused" }),
  ]);
  releaseAll();
  expect((await first).status).toBe(200);
  // A repeated request would get the same problem.
  const again = await save(one, headers);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([412, null]);
  expect(held).toHaveLength(1);
});
