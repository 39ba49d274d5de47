import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { maxBodyBytes, maxNesting } from "#contract/limits.ts";
import { createService } from "./service.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import {
  startTestService,
  type TestAnswer,
  type TestRequest,
  type TestService,
} from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await insertReturns(service.sql, [returnModel(1)]);
  await insertRmas(service.sql, [rma(1)]);
});
afterAll(() => service.close());

/** Requirements for every error: one format, one id in body and header, no internal details. */
const expectError = (answer: TestAnswer, status: number): ErrorBody => {
  expect(answer.status).toBe(status);
  const body = ErrorBody.parse(answer.json);
  expect(answer.headers.get("x-request-id")).toBe(body.requestId);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.text).not.toMatch(
    /\bat \S+:\d+|select |insert |service\.|postgres|node_modules|FST_/i,
  );
  return body;
};

const patchRma = (
  raw: TestRequest["raw"],
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  service.call("/rmas/1/items", {
    method: "PATCH",
    headers,
    ...(raw === undefined ? {} : { raw }),
  });

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test.each<[string, string, boolean]>([
  ["a UUID", "0b8a6c1e-3f5d-4c2a-9b7e-1d2c3f4a5b6c", true],
  ["a UUID in capitals", "0B8A6C1E-3F5D-4C2A-9B7E-1D2C3F4A5B6C", true],
  ["a UUID within more", "x0b8a6c1e-3f5d-4c2a-9b7e-1d2c3f4a5b6c", false],
  ["two UUIDs", Array(2).fill("0b8a6c1e-3f5d-4c2a-9b7e-1d2c3f4a5b6c").join(", "), false],
  ["another text", "7", false],
  ["nothing", "", false],
  ["a long text", "a".repeat(8_000), false],
])("a request's own ID is %s: %#", async (_, given, taken) => {
  const answer = await service.call("/none", { headers: { "x-request-id": given } });
  const { requestId } = expectError(answer, 404);
  expect(requestId).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);
  expect(requestId === given).toBe(taken);
});

describe("paths and methods", () => {
  test.each<[string, string, number, string | null]>([
    ["GET", "/", 404, null],
    ["GET", "/rmas", 404, null],
    ["GET", "/webhook/configurations", 404, null],
    ["GET", "//rma", 404, null],
    ["GET", "/rma/1/x", 404, null],
    ["GET", "/RMA", 404, null],
    ["GET", "/constructor", 404, null],
    ["GET", "/%ff", 400, null],
    ["GET", "/rma/%zz", 400, null],
    ["POST", "/rma", 405, "GET"],
    ["DELETE", "/rma/1", 405, "GET"],
    ["GET", "/rmas/1/items", 405, "PATCH"],
    ["OPTIONS", "/rma", 405, "GET"],
    ["PROPFIND", "/rma", 405, "GET"],
    ["PUT", "/returns/5", 405, "GET, PATCH"],
    ["PATCH", "/purchase-orders/processing", 405, "GET"],
    ["POST", "/channel", 405, "GET"],
    ["POST", "/channel/", 405, "GET"],
    ["POST", "/rma/", 405, "GET"],
    ["POST", "/healthz", 405, "GET"],
    ["POST", "/images/products/chair/red-front.svg", 405, "GET"],
  ])("%s %s: %i, Allow: %s", async (method, path, status, allow) => {
    const answer = await service.call(path, {
      method,
      raw: method === "POST" ? "{" : undefined,
    } as TestRequest);
    expect(answer.headers.get("allow")).toBe(allow);
    expectError(answer, status);
  });

  test("HEAD is not a method of any operation", async () => {
    const answer = await service.call("/rma", { method: "HEAD" });
    expect(answer).toMatchObject({ status: 405, text: "" });
    expect(answer.headers.get("allow")).toBe("GET");
  });

  test("are found with or without a trailing slash", async () => {
    for (const path of ["/channel", "/channel/", "/sources", "/sources/"]) {
      expect((await service.call(path)).status).toBe(200);
    }
  });

  test.each([
    "abc",
    "0",
    "-1",
    "1.0",
    "01",
    "1e3",
    "+1",
    "0x1",
    "%20",
    "NaN",
    "null",
    "[object%20Object]",
    "%5Bobject%20Object%5D",
    "99999999999999999999",
    "9999999999999999",
    "1%00",
    "1;drop",
    "%F0%9F%98%80",
    "1%2F2",
    "..%2f1",
    "a".repeat(2_000),
  ])("an id %s is a clean 400 or 404", async (id) => {
    for (const path of [`/rma/${id}`, `/returns/${id}`, `/webhhok/configurations/${id}`]) {
      const answer = await service.call(path);
      expectError(answer, answer.status === 404 ? 404 : 400);
    }
  });

  test("fault 2: no text as an id causes a failure", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), async (text) => {
        const answer = await service.call(
          `/rma/${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ""))}`,
        );
        expect([200, 400, 404]).toContain(answer.status);
      }),
      { numRuns: 100 },
    );
  });
});

describe("bodies", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number]>([
    ["not JSON", "{", {}, 400],
    ["two values", "[] []", {}, 400],
    ["a single quote", "['x']", {}, 400],
    ["NaN", "[NaN]", {}, 400],
    ["not UTF-8", new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]), {}, 400],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0]), {}, 400],
    ["over a megabyte", `[${" ".repeat(maxBodyBytes)}]`, {}, 413],
    ["text", "[]", { "content-type": "text/plain" }, 415],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["no valid type", "[]", { "content-type": "json" }, 415],
    ["XML", "<a/>", { "content-type": "application/xml" }, 415],
    ["compressed", new Uint8Array(gzipSync("[]")), { "content-encoding": "gzip" }, 415],
    ["nested too deep", nested(maxNesting + 1), {}, 400],
    ["nested a hundred thousand deep", nested(100_000), {}, 400],
    ["an infinite number", '[{"id":11,"cost":1e400}]', {}, 400],
    ["__proto__", '[{"id":11,"__proto__":{"polluted":1}}]', {}, 400],
    ["constructor", '[{"id":11,"constructor":{"prototype":{"polluted":1}}}]', {}, 400],
    ["an escaped __proto__", '[{"id":11,"\\u005f_proto__":{"polluted":1}}]', {}, 400],
    ["NUL in a key", '[{"id":11,"a\\u0000b":1}]', {}, 400],
  ])("%s", async (_, raw, headers, status) => {
    const { error, issues } = expectError(await patchRma(raw, headers), status);
    expect(error).not.toBe("");
    expect(issues.length > 0).toBe(status === 400);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["a byte order mark", "\ufeff[]", "application/json"],
    ["a charset", "[]", "application/json; charset=utf-8"],
    ["capitals", "[]", "Application/JSON"],
    ["space around", " \n[] \t", "application/json"],
    [
      "a field twice, the last of which counts",
      '[{"id":1,"id":11,"note":null}]',
      "application/json",
    ],
  ])("are taken with %s", async (_, raw, type) => {
    expect((await patchRma(raw, { "content-type": type })).status).toBe(200);
  });

  test("of undeclared length are cut at a megabyte, too", async () => {
    const chunks = Array.from({ length: 20 }, () => new TextEncoder().encode(" ".repeat(65_536)));
    const answer = await fetch(`${service.url}/rmas/1/items`, {
      method: "PATCH",
      headers: { "x-api-token": service.accountToken, "content-type": "application/json" },
      body: ReadableStream.from(chunks),
      duplex: "half",
    });
    expect(answer.status).toBe(413);
  });

  test("keep large numbers exactly or are refused", async () => {
    const raw = '[{"id":11,"cost":9007199254740993,"note":5}]';
    const { issues } = expectError(await patchRma(raw), 400);
    expect(issues).toEqual([
      { path: "0.cost", message: "Whole numbers beyond 2^53 can't be represented exactly" },
      { path: "0.note", message: "Invalid input: expected string, received number" },
    ]);
    const kept = await patchRma('[{"id":11,"cost":999999999999.99}]');
    expect(kept.text).toContain('"cost":999999999999.99,');
  });

  test("fault 18: may contain many values, and not more", async () => {
    const many = `[${Array.from({ length: 150_000 }, () => "0").join(",")}]`;
    const { issues } = expectError(await patchRma(many), 400);
    expect(issues).toEqual([{ path: "", message: "A body can't contain more than 100000 values" }]);
  });

  test("are required if content is required", async () => {
    for (const raw of [undefined, "", "  \n"]) {
      const { issues } = expectError(
        await patchRma(raw, { "content-type": "application/json" }),
        400,
      );
      expect(issues).toEqual([{ path: "", message: "A JSON body is required" }]);
    }
  });

  test("may be missing if no content is required", async () => {
    const headers = { "content-type": "application/json" };
    for (const raw of ["", "{}"]) {
      expect((await service.call("/returns/1", { method: "PATCH", headers, raw })).status).toBe(
        200,
      );
    }
    expect((await service.call("/rma", { headers })).status).toBe(200);
  });

  test("with very many problems name a thousand and count the rest", async () => {
    const { issues } = expectError(
      await patchRma(JSON.stringify(Array.from({ length: 3_000 }, () => 5))),
      400,
    );
    expect(issues.length).toBe(1_001);
    expect(issues.at(-1)).toEqual({ path: "", message: "and 2000 more issues" });
  });

  test("fault 17: no JSON makes the service fail", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (json) => {
        const answer = await patchRma(json);
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 100 },
    );
  });

  test("return an error text in English, with the place", async () => {
    const { error, issues } = expectError(
      await patchRma('[{"id":"x"},{"id":11,"quantity":-1}]'),
      400,
    );
    expect(error).toBe("The request is not valid");
    expect(issues).toEqual([
      { path: "0.id", message: "Invalid input: expected number, received string" },
      { path: "1.quantity", message: "Too small: expected number to be >=0" },
    ]);
  });
});

test("fault 61: a request that is under way when the service stops gets its response", async () => {
  let closing: Promise<unknown> | undefined;
  const stopping = await createService({
    sql: service.sql,
    rateLimit: 0,
    clock: () => {
      closing ??= stopping.close();
      return new Date();
    },
  });
  const url = await stopping.listen({ host: "127.0.0.1", port: 0 });
  const headers = { "x-api-token": service.accountToken };
  const response = await fetch(`${url}/rma/1`, { headers });
  expect([response.status, closing]).toEqual([200, expect.anything()]);
  // Its connection would be kept for more than a minute.
  expect(response.headers.get("connection")).toBe("close");
  await closing;
});
