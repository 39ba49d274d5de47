import { afterEach, describe, expect, it } from "vitest";
import { answer, startUpstream } from "./testing/recording-upstream.ts";
import { canary, patch, startGateway } from "./testing/start-gateway.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const setUp = async (
  ...[options, behaviour]: [
    Partial<Parameters<typeof startGateway>[0]["upstream"]>?,
    Parameters<typeof startUpstream>[0]?,
  ]
) => {
  const upstream = await startUpstream(behaviour);
  const gateway = await startGateway({ upstream: { baseUrl: upstream.baseUrl, ...options } });
  open.push(upstream, gateway);
  return { upstream, gateway };
};

describe("the gateway", () => {
  it("fault 4: sends on nothing but its own headers", async () => {
    const { upstream, gateway } = await setUp();
    const response = await gateway.call(
      "/api/rmas/5/items",
      patch([], {
        "x-api-token": "mine",
        x_api_token: "mine",
        authorization: "Bearer mine",
        cookie: "a=b",
        "x-forwarded-for": "1.2.3.4",
        "x-user": "root",
        te: "trailers",
      }),
    );
    expect(response.status).toBe(200);
    expect(upstream.arrivals.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["PATCH", "/rmas/5/items", "[]"],
    ]);
    expect(upstream.arrivals[0]?.headers).toEqual({
      host: new URL(upstream.origin).host,
      connection: "close",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "supercargo",
      "x-api-token": canary,
      "content-type": "application/json",
      "content-length": "2",
    });
  });
  it("passes on lists", async () => {
    const { upstream, gateway } = await setUp({}, (_q, r) =>
      answer(r, 200, [{ id: 1, extra: null }], { "x-total-count": "7", "x-evil": "1" }),
    );
    const response = await gateway.call("/api/rma?pageSize=3&zzz=1&status=Waiting");
    expect([response.status, response.headers.get("x-total-count"), await response.json()]).toEqual(
      [200, "7", [{ id: 1, extra: null }]],
    );
    expect(upstream.arrivals[0]?.url).toBe("/rma?pageSize=3&status=Waiting");
  });
});
