import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

const setUp = async () => {
  const upstream = keep(await startUpstream());
  const gateway = keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
  return { upstream, gateway };
};

describe("bodies", () => {
  const send = async (init: RequestInit) => {
    const { upstream, gateway } = await setUp();
    const response = await gateway.call("/api/rmas/5/items", { method: "PATCH", ...init });
    return { status: response.status, problem: (await response.json()) as Problem, upstream };
  };

  it.each([
    ["no JSON", "{", 400],
    ["a name twice", '[{"id":1,"id":2}]', 400],
    ["a prototype", '[{"__proto__":{"x":1}}]', 400],
    ["a number too large", '[{"id":12345678901234567890}]', 400],
    ["no end of nesting", "[".repeat(200_000), 400],
    ["nothing where something is needed", "", 400],
    ["more than a megabyte", `["${"x".repeat(1_100_000)}"]`, 413],
  ])("fault 17, fault 18: with %s are not forwarded", async (_, text, status) => {
    const sent = await send(patch(text));
    expect([sent.status, sent.problem.outcome, sent.upstream.connections()]).toEqual([
      status,
      "refused",
      0,
    ]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonx",
  ])("of type %s are refused", async (type) => {
    const sent = await send({ body: "[]", headers: { "content-type": type } });
    expect([sent.status, sent.upstream.connections()]).toEqual([415, 0]);
  });

  it.each(["gzip", "br", "deflate", "identity, gzip"])(
    "fault 22: encoded as %s are refused",
    async (encoding) => {
      const sent = await send({ ...patch("[]", { "content-encoding": encoding }) });
      expect([sent.status, sent.upstream.connections()]).toEqual([415, 0]);
    },
  );

  it("are not needed where the operation has none, whatever their content type", async () => {
    const { upstream, gateway } = await setUp();
    const response = await gateway.call("/api/purchase-orders/5/acknowledge", patch(""));
    expect([
      response.status,
      upstream.arrivals[0]?.body,
      upstream.arrivals[0]?.headers["content-type"],
    ]).toEqual([200, "", undefined]);
  });

  it.each(["9007199254740993", "9223372036854775807", "9007199254740991"])(
    "and paths, queries and answers keep the 64-bit ID %s",
    async (id) => {
      const { upstream, gateway } = await setUp();
      const record = `{"id":${id},"purchaseOrderItems":[{"inventoryVariantId":${id},"sku":"${id}"}]}`;
      upstream.behave((_request, response) => answer(response, 200, record));
      const read = await gateway.call(`/api/purchase-orders/${id}`);
      expect([await read.text(), read.headers.get("x-contract-issues")]).toEqual([record, null]);
      const body = `[{"id":${id},"note":"é"}]`;
      const sent = await gateway.call(`/api/rmas/${id}/items`, { method: "PATCH", ...patch(body) });
      expect(await sent.text()).toBe(record);
      await (await gateway.call(`/api/rma?sourceId=${id}`)).text();
      expect(upstream.arrivals.map(({ url, body: received }) => [url, received])).toEqual([
        [`/purchase-orders/${id}`, ""],
        [`/rmas/${id}/items`, body],
        [`/rma?sourceId=${id}`, ""],
      ]);
    },
  );
});
