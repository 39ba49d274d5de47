import { describe, expect, it } from "vitest";
import type { Connection } from "#contract/connection.ts";
import type { Problem } from "#contract/errors.ts";
import { operations as contractOperations } from "#contract/operations.ts";
import { echoToken, type FaultName, faults } from "#gateway/testing/faulty-upstream.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { otherAddress } from "#gateway/testing/other-address.ts";
import { readProblem } from "#gateway/testing/storage.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway } from "#gateway/testing/start-gateway.ts";
import { defaultTimeouts } from "./call-upstream.ts";

const keep = keepOpen();

/** Includes the GET that changes records, which the gateway forwards only if configured to. */
const operations = Object.values(contractOperations);

const soon = { readMs: 150, changeMs: 150, bodyMs: 150 };

const setUp = async (behaviour: Behaviour, logLines: string[] = [], timeouts = {}) => {
  const upstream = await startUpstream(behaviour);
  const gateway = await startGateway({
    upstream: { baseUrl: upstream.baseUrl },
    operations,
    timeouts,
    random: () => 0,
    log: { level: "debug", write: (line) => logLines.push(line) },
  });
  keep(upstream);
  keep(gateway);
  return { upstream, gateway };
};

const read = "/api/rma/5";
const write = "/api/rmas/5/items";
const processing = "/api/purchase-orders/processing";

const problemOf = async (response: Response): Promise<Problem> => {
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  return (await response.json()) as Problem;
};

interface Expected {
  readonly read: { readonly outcome: string; readonly hits: number; readonly status: number };
  readonly write: { readonly outcome: string; readonly status: number };
}

const invalid: Expected = {
  read: { outcome: "invalid", hits: 1, status: 502 },
  write: { outcome: "invalid", status: 502 },
};
const broken: Expected = {
  read: { outcome: "refused", hits: 2, status: 502 },
  write: { outcome: "unknown", status: 502 },
};
const silent: Expected = {
  read: { outcome: "refused", hits: 1, status: 504 },
  write: { outcome: "unknown", status: 504 },
};
const notFound: Expected = {
  read: { outcome: "refused", hits: 1, status: 404 },
  write: { outcome: "refused", status: 404 },
};

const expected = {
  hang: silent,
  "hang in the body": silent,
  "reset before the head": broken,
  "close before the head": broken,
  "reset in the head": broken,
  "reset in the body": broken,
  "close in the body": broken,
  "no HTTP": broken,
  "HTML with 500": broken,
  "HTML with 502": broken,
  "HTML with 404": notFound,
  "HTML with 200": invalid,
  "JSON said to be text": invalid,
  "truncated JSON": invalid,
  "byte order mark": invalid,
  "bytes that are not UTF-8": invalid,
  "no content": invalid,
  "empty answer": invalid,
  "nesting without end": invalid,
  "unrequested gzip": invalid,
  "gzip bomb": invalid,
  "more than 16 MiB": invalid,
} satisfies Record<FaultName, Expected>;

it.each([
  [404, 404, 200, "upstream-refused"],
  [405, 405, 200, "upstream-refused"],
  [501, 502, 502, "upstream-error"],
  [403, 403, 403, "upstream-refused"],
  [500, 502, 502, "upstream-error"],
  [503, 503, 503, "upstream-error"],
])(
  "reports a response %d as %d, to the console with the status %d, as %s",
  async (answered, status, preferred, kind) => {
    const { gateway } = await setUp((_request, response) => answer(response, answered, {}));
    const plain = await gateway.call(read);
    const asked = await gateway.call(read, { headers: { prefer: "status=200" } });
    expect([plain.status, asked.status]).toEqual([status, preferred]);
    expect(asked.headers.get("x-status")).toBe(status === preferred ? null : String(status));
    const type = `urn:supercargo:problem:${kind}`;
    expect(await problemOf(asked)).toMatchObject({ status, type });
  },
);

describe.each(Object.entries(expected) as [FaultName, Expected][])(
  "fault 7, fault 31, fault 53: an upstream with: %s",
  (name, outcomes) => {
    it(`gives a read ${outcomes.read.outcome} after ${outcomes.read.hits} tries`, async () => {
      const { upstream, gateway } = await setUp(
        faults[name],
        [],
        name.startsWith("hang") ? soon : {},
      );
      const response = await gateway.call(read);
      const problem = await problemOf(response);
      expect([response.status, problem.status, problem.outcome]).toEqual([
        outcomes.read.status,
        outcomes.read.status,
        outcomes.read.outcome,
      ]);
      expect(problem.requestId).toBe(response.headers.get("x-request-id"));
      expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect([response.headers.get("set-cookie"), response.headers.get("location")]).toEqual([
        null,
        null,
      ]);
      expect(upstream.arrivals).toHaveLength(outcomes.read.hits);
    });

    it.each([
      ["a write", write, patch([{ id: 1 }])],
      ["GET processing", processing, {}],
    ])(`gives %s ${outcomes.write.outcome} after one try`, async (_, path, init) => {
      const { upstream, gateway } = await setUp(
        faults[name],
        [],
        name.startsWith("hang") ? soon : {},
      );
      const response = await gateway.call(path, init);
      const problem = await problemOf(response);
      expect([problem.status, problem.outcome]).toEqual([
        outcomes.write.status,
        outcomes.write.outcome,
      ]);
      expect(upstream.arrivals).toHaveLength(1);
    });
  },
);

describe("an upstream", () => {
  it.each([
    ["a read", read, {}],
    ["a write", write, patch([{ id: 1 }])],
  ])(
    "fault 31: that closes a kept-alive connection gets %s no more often",
    async (_, path, init) => {
      const { upstream, gateway } = await setUp((_q, response) => answer(response, 200, {}));
      expect((await gateway.call(read)).status).toBe(200);
      upstream.behave(faults["reset before the head"]);
      await gateway.call(path, init);
      expect(
        upstream.arrivals.filter(({ method }) => method === "PATCH").length,
      ).toBeLessThanOrEqual(1);
      expect(upstream.arrivals.length).toBeLessThanOrEqual(3);
    },
  );

  it("fault 32: that answers 503 with Retry-After gets GET processing once", async () => {
    const { upstream, gateway } = await setUp((_q, response) =>
      answer(response, 503, {}, { "retry-after": "0" }),
    );
    const response = await gateway.call(processing);
    expect([
      response.status,
      (await problemOf(response)).outcome,
      upstream.arrivals.length,
    ]).toEqual([503, "unknown", 1]);
  });

  it.each([301, 302, 303, 307, 308])(
    "fault 8: that redirects with %d is not followed",
    async (status) => {
      const elsewhere = await startUpstream();
      keep(elsewhere);
      const { upstream, gateway } = await setUp((_q, response) =>
        answer(response, status, {}, { location: `${elsewhere.origin}/rma/5` }),
      );
      for (const [path, init] of [
        [read, {}],
        [write, patch([{ id: 1 }])],
      ] as const) {
        const response = await gateway.call(path, init);
        expect([response.status, (await problemOf(response)).outcome]).toEqual([502, "invalid"]);
        expect(response.headers.get("location")).toBeNull();
      }
      expect([upstream.arrivals.length, elsewhere.connections()]).toEqual([2, 0]);
    },
  );

  it.each([200, 400, 401, 404, 429, 500])(
    "fault 6: that repeats the token with status %d discloses it to no client",
    async (status) => {
      const lines: string[] = [];
      const { gateway } = await setUp(echoToken(status), lines);
      for (const [path, init] of [
        [write, patch([{ id: 1 }])],
        [processing, {}],
        ["/gateway/connection", {}],
        ["/readyz", {}],
      ] as const) {
        const response = await gateway.call(path, init);
        const seen = `${await response.text()} ${JSON.stringify([...response.headers])}`;
        for (const spelling of [
          canary,
          encodeURIComponent(canary),
          Buffer.from(canary).toString("base64").slice(0, 20),
          "cAnary",
        ])
          expect(`${seen} ${lines.join("")}`).not.toContain(spelling);
      }
      expect(lines.length).toBeGreaterThan(0);
    },
  );

  it("passes on the upstream's own error texts", async () => {
    const issues = [{ path: "0.approvedQuantity", message: "too many" }];
    const { gateway } = await setUp((_q, response) =>
      answer(response, 400, { error: "Invalid", issues, requestId: "u-1" }),
    );
    const problem = await problemOf(await gateway.call(write, patch([{ id: 1 }])));
    expect(problem).toMatchObject({ status: 400, outcome: "refused", detail: "Invalid", issues });
  });

  it.each([
    [401, { error: "Unknown token" }, "token-refused"],
    [401, { error: "You do not have access to perform this action" }, "upstream-refused"],
    [403, { message: "No scope" }, "upstream-refused"],
  ])("that answers %d %j needs the right token", async (status, body, kind) => {
    const { gateway } = await setUp((_q, response) => answer(response, status, body));
    const problem = await problemOf(await gateway.call(read));
    expect(problem).toMatchObject({
      status,
      type: `urn:supercargo:problem:${kind}`,
      tokens: ["account", "channel"],
    });
  });

  it("fault 54: that answers more or other than the contract says is passed on, and counted", async () => {
    const odd = { id: "five", rmaStatus: "Teleported", items: null, extra: { deep: [1] } };
    const { gateway } = await setUp((_q, response) => answer(response, 200, odd));
    const response = await gateway.call(read);
    expect([
      response.status,
      await response.json(),
      response.headers.get("x-contract-issues"),
    ]).toEqual([200, odd, "1"]);
  });

  it("fault 55: that sends old names and new ones has both passed on", async () => {
    const shipped = {
      rmaShipments: [
        { shipment: { shipmentItems: [{ purchaseOrderItemId: 4, fulfillmentRequestItemId: 4 }] } },
      ],
    };
    const { gateway } = await setUp((_q, response) => answer(response, 200, shipped));
    expect(await (await gateway.call(read)).json()).toEqual(shipped);
  });

  it("may answer 202 with an empty body where it only acknowledges", async () => {
    const { gateway } = await setUp((_q, response) => {
      response.writeHead(202).end();
    });
    const response = await gateway.call("/api/webhook/event/retry", {
      ...patch({ eventIds: [1] }),
      method: "POST",
    });
    expect([response.status, await response.json()]).toEqual([202, {}]);
  });

  it("fault 22: is sent no Accept-Encoding, and cut off at the head of an encoded response", async () => {
    let cutOff: Promise<boolean> | undefined;
    const { upstream, gateway } = await setUp(async (request, response, arrival) => {
      cutOff = new Promise((resolve) => {
        response.on("close", () => resolve(!response.writableFinished));
      });
      await faults["gzip bomb"](request, response, arrival);
    });
    await gateway.call(read);
    expect(upstream.arrivals[0]?.headers["accept-encoding"]).toBe("identity");
    expect(await cutOff).toBe(true);
  });
});

/** A read, a change, and the GET that changes records, which the gateway forwards only if it is configured to. */
const calls = [
  ["/api/rma/5", {}, ""],
  ["/api/rmas/5/items", patch([{ id: 1 }]), "Nothing was sent. "],
  ["/api/purchase-orders/processing", {}, "Nothing was sent. "],
] as const;

it("fault 58: an upstream that has not started is reported as unreachable, and works after its start", async () => {
  // At an address that few connections use, so that none takes the port meanwhile.
  const gone = await startUpstream(undefined, { host: otherAddress, port: 0 });
  await gone.close();
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: gone.baseUrl },
      operations: Object.values(contractOperations),
      random: () => 0,
    }),
  );
  const readConnection = async () =>
    (await (await gateway.call("/gateway/connection")).json()) as Connection;
  for (const [path, init, what] of calls)
    expect(await readProblem(await gateway.call(path, init))).toMatchObject({
      status: 502,
      outcome: "refused",
      type: "urn:supercargo:problem:upstream-unreachable",
      detail: `${what}Try again in a few minutes. If it continues, ask an administrator.`,
      code: "ECONNREFUSED",
    });
  expect((await gateway.call("/readyz")).status).toBe(503);
  const { silentSince, lastAnswer } = await readConnection();
  expect([Number.isNaN(Date.parse(silentSince ?? "")), lastAnswer]).toEqual([false, null]);

  const upstream = await startUpstream(
    ({ url = "" }, response) => answer(response, 200, url.endsWith("/processing") ? [] : { id: 5 }),
    { host: otherAddress, port: Number(new URL(gone.origin).port) },
  );
  keep(upstream);
  for (const [path, init] of calls) expect((await gateway.call(path, init)).status).toBe(200);
  expect(upstream.arrivals).toHaveLength(calls.length);
  expect(await readConnection()).toMatchObject({ silentSince: null, lastAnswer: { status: 200 } });
});

it("fault 30: an upstream has 30 s to answer a read, two minutes for a change, and ten for orders that are received", () => {
  expect(defaultTimeouts).toEqual({
    connectMs: 10_000,
    readMs: 30_000,
    bodyMs: 30_000,
    changeMs: 120_000,
    receiveMs: 600_000,
  });
});
