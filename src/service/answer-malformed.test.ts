import { connect as connectSocket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { endTimes } from "#http/testing/end-times.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const answerTo = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectSocket(Number(new URL(service.url).port), "127.0.0.1");
    let received = "";
    socket.on("data", (data) => (received += data.toString()));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    socket.write(text);
  });

describe("input that is not HTTP", () => {
  test.each([
    ["an unknown version", "GET / HTTP/9.9\r\n\r\n", 400, "The request is not valid HTTP"],
    ["a line without a colon", "GET / HTTP/1.1\r\nx\r\n\r\n", 400, "The request is not valid HTTP"],
    [
      "two lengths",
      "PATCH /rmas/1/items HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]",
      400,
      "The request is not valid HTTP",
    ],
    [
      "huge headers",
      `GET / HTTP/1.1\r\nx: ${"a".repeat(60_000)}\r\n\r\n`,
      431,
      "The headers are larger than 48 KB",
    ],
  ])("%s", async (_, sent, status, words) => {
    const [head, body] = (await answerTo(sent)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(ErrorBody.parse(JSON.parse(body ?? "")).error).toBe(words);
  });
});

test("fault 20: a request that never ends gets no more than its time", async () => {
  const head = "PATCH /rmas/1/items HTTP/1.1\r\nHost: a\r\n";
  const type = "Content-Type: application/json\r\n";
  const token = `X-API-TOKEN: ${service.accountToken}\r\n`;
  const answers = ["", head, `${head}${type}${token}Content-Length: 9\r\n\r\n[`].map(answerTo);
  expect((await service.call("/account")).status).toBe(200);
  const { headersTimeout, requestTimeout } = service.server;
  expect({ headersTimeout, requestTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
  });
  const restore = endTimes(service.server);
  for (const answer of await Promise.all(answers)) {
    const [first, body] = answer.split("\r\n\r\n");
    expect(first).toMatch(/^HTTP\/1\.1 408 /);
    expect(ErrorBody.parse(JSON.parse(body ?? "")).error).toBe(
      "The request did not arrive in time",
    );
  }
  restore();
});
