import Fastify from "fastify";
import { expect, it } from "vitest";
import { createRedactor } from "#gateway/server/redact-secrets.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openRawSocket } from "#gateway/testing/raw-socket.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { guardPeople } from "./guard-people.ts";

const keep = keepOpen();

const answering = { redactor: createRedactor([]), stallMs: 1_000 };

it.each(["/api/rma", "/gateway/other", "/api"])(
  "fault 16: a route %s that names no role prevents the start",
  (url) => {
    const app = Fastify();
    guardPeople(app, undefined, answering);
    expect(() => app.get(url, async () => "data")).toThrow(`${url} does not name who may call it`);
  },
);

it("files of the console need no role", async () => {
  const app = Fastify();
  guardPeople(app, undefined, answering);
  app.get("/assets/app.js", async () => "");
  expect((await app.inject("/assets/app.js")).statusCode).toBe(200);
});

const identity = {
  "X-Forwarded-User": "ada",
  "X-Forwarded-Groups": "viewer",
  "X-Identity-Secret": "a-secret-of-the-proxy",
};

const setUp = async () => {
  const upstream = keep(await startUpstream());
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl },
      signIn: {
        kind: "header",
        header: "x-forwarded-user",
        groupsHeader: "x-forwarded-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8"],
        secret: identity["X-Identity-Secret"],
      },
    }),
  );
  const connections = async () =>
    new Promise<number>((resolve) =>
      gateway.app.server.getConnections((_, count) => resolve(count)),
    );
  /** Sends a request and disconnects before its response. */
  const sendAndLeave = async (start: string, headers: Record<string, string>) => {
    const all = { Host: `127.0.0.1:${gateway.port}`, "X-Requested-By": "t", ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const raw = await openRawSocket(gateway.port);
    raw.write(`${start} HTTP/1.1\r\n${lines.join("")}\r\n`);
    raw.close();
  };
  return { upstream, gateway, connections, sendAndLeave };
};

it.each<[string, Record<string, string>]>([
  ["without a session", {}],
  ["of another site", { ...identity, "Sec-Fetch-Site": "cross-site" }],
  ["for another host name", { ...identity, Host: "evil.test" }],
])(
  "fault 16: a refused read %s stays refused if its client leaves before the response",
  async (_, headers) => {
    const { upstream, gateway, connections, sendAndLeave } = await setUp();
    // A page is long enough to be compressed, which takes until after the client has left.
    const page = { Accept: "text/html", "Accept-Encoding": "br", Priority: "u=0" };
    for (let id = 1; id <= 30; id += 1)
      await sendAndLeave(`GET /api/rma/${id}`, { ...page, ...headers });
    await eventually(async () => (await connections()) === 0);
    expect((await gateway.call("/api/rma/31", { headers: identity })).status).toBe(200);
    expect(upstream.arrivals.map(({ url }) => url)).toEqual(["/rma/31"]);
  },
);
