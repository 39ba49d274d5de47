import Fastify from "fastify";
import { expect, it } from "vitest";
import { createRedactor } from "#gateway/redact-secrets.ts";
import { guardPeople } from "./guard-people.ts";

const answering = { redactor: createRedactor([]), stallMs: 1_000 };

it.each(["/api/rma", "/gateway/other", "/api"])(
  "fault 16: a route %s that names no role prevents the start",
  (url) => {
    const app = Fastify();
    guardPeople(app, undefined, answering);
    expect(() => app.get(url, async () => "data")).toThrow(`${url} does not name who may call it`);
  },
);

it("files of the console need no role", async () => {
  const app = Fastify();
  guardPeople(app, undefined, answering);
  app.get("/assets/app.js", async () => "");
  expect((await app.inject("/assets/app.js")).statusCode).toBe(200);
});
