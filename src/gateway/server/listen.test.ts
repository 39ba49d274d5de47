import { expect, it } from "vitest";
import { listenOnLoopback, whyNotLoopback } from "./listen.ts";
import { createGateway } from "#gateway/gateway.ts";

it.each([
  "0.0.0.0",
  "::",
  "[::]",
  "192.168.1.4",
  "10.0.0.1",
  "1.1.1.1",
  "::ffff:10.0.0.1",
  "fe80::1",
])("fault 12: %s is refused", async (host) => {
  expect(await whyNotLoopback(host)).toContain("sign-in");
});

it.each(["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"])(
  "%s is this machine alone",
  async (host) => {
    expect(await whyNotLoopback(host)).toBeUndefined();
  },
);

it("explains that a name cannot be resolved", async () => {
  expect(await whyNotLoopback("nowhere.invalid")).toContain("HOST=nowhere.invalid is not a name");
});

it("fault 12: nothing listens where other machines reach it", async () => {
  const app = await createGateway({ upstream: { baseUrl: "http://127.0.0.1:9" } });
  await expect(listenOnLoopback(app, "0.0.0.0", 0)).rejects.toThrow("HOST=0.0.0.0");
  expect(app.server.listening).toBe(false);
  await app.close();
});
