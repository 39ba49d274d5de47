import { expect, test } from "vitest";
import type { Problem } from "#contract/errors.ts";
import { patch, startGateway } from "#gateway/testing/start-gateway.ts";
import { writeLogEntry } from "#service/handler.ts";
import { startTestService } from "#service/testing/service.ts";

interface Line {
  readonly level: number;
  readonly time: number;
  readonly pid: number;
  readonly hostname: string;
  readonly reqId: string;
  readonly route: string;
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string; readonly code: string };
}

test("the error ID of a failed request finds the gateway's line and the service's, with the cause", async () => {
  const lines: string[] = [];
  const service = await startTestService({ log: (entry) => lines.push(writeLogEntry(entry)) });
  const gateway = await startGateway({
    upstream: { baseUrl: service.url, accountToken: service.accountToken },
    log: { level: "warn", write: (line) => lines.push(line) },
  });
  await service.sql`alter table service.mapping_sets rename to away`;
  const body = { name: "jane.doe@example.com" };
  const init = { ...patch(body, { "x-request-id": crypto.randomUUID() }), method: "POST" };
  const response = await gateway.call("/api/mapping-set", init);
  const { requestId } = (await response.json()) as Problem;
  await gateway.close();
  await service.close();

  expect(lines.map((line) => line.trimEnd().split("\n").length)).toEqual([1, 1]);
  const [cause, gatewayLine] = lines.map((line) => JSON.parse(line) as Line);
  expect([cause?.reqId, gatewayLine?.reqId]).toEqual([requestId, requestId]);
  expect([cause?.msg, cause?.route]).toEqual(["a request failed", "POST /mapping-set"]);
  expect(cause?.err).toMatchObject({
    message: expect.stringContaining("mapping_sets"),
    stack: expect.stringContaining(".ts:"),
    code: "42P01",
  });
  const { time, pid, hostname } = gatewayLine as Line;
  expect(cause).toMatchObject({ level: 50, pid, hostname, time: expect.any(Number) });
  expect(Math.abs((cause?.time ?? 0) - time)).toBeLessThan(60_000);
  expect(lines.join()).not.toMatch(/jane/);
});
