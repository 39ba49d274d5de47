import fastify from "fastify";
import { expect, test } from "vitest";
import { createRedactor, loggerFor } from "./redact-secrets.ts";

test("neither a token nor a webhook's secret reaches the log", async () => {
  const lines: string[] = [];
  const log = { level: "info", write: (line: string) => void lines.push(line) } as const;
  const app = fastify({ logger: loggerFor(log, createRedactor(["a-token-of-the-api"])) });
  app.log.info({ secret: "whsec_Ab+c/d-Z=", token: "a-token-of-the-api" }, "see whsec_Zz9/+==");
  await app.close();
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    secret: "[redacted]",
    token: "[redacted]",
    msg: "see [redacted]",
  });
});
