import { connect as connectSocket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#contract/errors.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe("input that is not HTTP", () => {
  const answerTo = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectSocket(Number(new URL(service.url).port), "127.0.0.1");
      let received = "";
      socket.on("data", (data) => (received += data.toString()));
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
      socket.write(text);
    });

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
