import { describe, expect, it } from "vitest";
import { codingFor } from "./answer-request.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, startGateway } from "#gateway/testing/start-gateway.ts";

const keep = keepOpen();

it.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["*", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br; q=0.001", "br"],
  ["gzip;q=0.000", undefined],
  ["brotli, x-gzip", undefined],
])("answers Accept-Encoding %j with %j", (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});

const names = (length: number) => Array.from({ length }, (_, id) => ({ id, name: `Café ${id}` }));

const setUp = async (status: number, body: unknown) => {
  const upstream = keep(await startUpstream((_q, response) => answer(response, status, body)));
  return keep(await startGateway({ upstream: { baseUrl: upstream.baseUrl } }));
};

const asks = (coding: string): RequestInit => ({ headers: { "accept-encoding": coding } });

describe("an answer of the API", () => {
  it.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])(
    "goes to a client that accepts %s with the content encoding %s, unchanged",
    async (accepted, coding) => {
      const gateway = await setUp(200, names(200));
      const response = await gateway.call("/api/sources", asks(accepted));
      const { headers } = response;
      expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([
        coding,
        "Accept-Encoding",
      ]);
      const text = await response.text();
      expect(JSON.parse(text)).toEqual(names(200));
      const length = Number(headers.get("content-length"));
      expect(length < text.length / 4).toBe(coding !== null);
    },
  );

  it("is left as it is when it is short", async () => {
    const gateway = await setUp(200, names(2));
    const response = await gateway.call("/api/sources", asks("br"));
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.json()).toEqual(names(2));
  });

  it("has its tokens removed before", async () => {
    const gateway = await setUp(200, [...names(200), { id: 1, name: canary }]);
    const response = await gateway.call("/api/sources", asks("br"));
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(await response.text()).not.toContain(canary);
  });

  it("can be a failure", async () => {
    const gateway = await setUp(400, {
      title: "Bad",
      status: 400,
      errors: { x: names(200).map(({ name }) => name) },
    });
    const response = await gateway.call("/api/sources", asks("gzip"));
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ status: 400 });
  });
});
