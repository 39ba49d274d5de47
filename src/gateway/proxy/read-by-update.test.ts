import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change } from "#contract/audit.ts";
import { faults } from "#gateway/testing/faulty-upstream.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/storage.ts";
import { answer, type Behaviour, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, type TestGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const secret = "a-secret-of-the-proxy";

/** A console whose API has the documented operations only; `behaviour` answers its updates. */
const setUp = async (
  behaviour: Behaviour = (_request, response) => answer(response, 200, { id: 5 }),
  more: Parameters<TestStorage["gateway"]>[1] = {},
) => {
  const upstream = keep(
    await startUpstream((request, response, arrival) =>
      request.method === "GET"
        ? answer(response, 405, { error: "Method not allowed" })
        : behaviour(request, response, arrival),
    ),
  );
  const gateway: TestGateway = keep(
    await storage.gateway(upstream.baseUrl, {
      random: () => 0,
      signIn: {
        kind: "header",
        header: "x-forwarded-user",
        groupsHeader: "x-forwarded-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8"],
        secret,
      },
      ...more,
    }),
  );
  const callAs = async (role: string, path: string, init: RequestInit = {}) =>
    gateway.call(path, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        "x-forwarded-user": role,
        "x-forwarded-groups": role,
        "x-identity-secret": secret,
      },
    });
  const activity = async () =>
    (await (await callAs("admin", "/api/audit")).json()) as readonly Change[];
  return { upstream, callAs, activity };
};

/** What the console sends to open a record that the API can't read: see `web/api/record-reader.ts`. */
const openings = [
  ["an RMA", "/api/rma/5", "/api/rmas/5/items", patch([], { "idempotency-key": "a" })],
  ["a return", "/api/returns/5", "/api/returns/5", patch({}, { "idempotency-key": "b" })],
] as const;

describe.each(openings)("opening %s by an update of nothing", (_, readPath, path, nothing) => {
  it("is no change: a viewer may do it, and Activity doesn't contain it", async () => {
    const { upstream, callAs, activity } = await setUp();
    expect((await callAs("viewer", readPath)).status).toBe(405);
    for (let time = 0; time < 2; time += 1) {
      const opened = await callAs("viewer", path, nothing);
      expect([opened.status, await opened.json()]).toEqual([200, { id: 5 }]);
      expect(opened.headers.get("etag")).toMatch(/^"seen-/);
    }
    expect(upstream.arrivals.filter(({ method }) => method === "PATCH")).toHaveLength(2);
    expect(await activity()).toEqual([]);
  });

  it("goes on while the database is away, and a change doesn't", async () => {
    const open = async () => {
      throw new Error("no database");
    };
    const { callAs } = await setUp(undefined, { database: { open } });
    expect((await callAs("viewer", path, nothing)).status).toBe(200);
    const change = path.endsWith("items") ? [{ id: 1, note: "x" }] : { returnStatus: "closed" };
    expect((await callAs("agent", path, patch(change))).status).toBe(503);
  });

  it("fails as a read: it is repeated once, and never unknown", async () => {
    const { upstream, callAs, activity } = await setUp(faults["reset before the head"]);
    const failed = await callAs("agent", path, nothing);
    expect([failed.status, await readProblem(failed)]).toEqual([
      502,
      expect.objectContaining({
        type: "urn:supercargo:problem:upstream-failed",
        outcome: "refused",
      }),
    ]);
    expect(upstream.arrivals).toHaveLength(2);
    expect(await activity()).toEqual([]);
  });
});
