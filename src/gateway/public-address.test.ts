import { request } from "node:https";
import { expect, it } from "vitest";
import { signInPath } from "#contract/people.ts";
import { badCertificates } from "./testing/certificates.ts";
import { keepOpen } from "./testing/keep-open.ts";
import { exchange, statusesIn } from "./testing/raw-socket.ts";
import { startGateway } from "./testing/start-gateway.ts";

const keep = keepOpen();

const upstream = { baseUrl: "http://127.0.0.1:9" };
const publicUrl = "https://console.example.com";

const start = async (options: Omit<Parameters<typeof startGateway>[0], "upstream">) => {
  const gateway = keep(await startGateway({ upstream, ...options }));
  const send = async (host: string, more: readonly string[] = []) => {
    const lines = ["GET /healthz HTTP/1.1", `Host: ${host}`, "Connection: close", ...more];
    return exchange(gateway.port, `${lines.join("\r\n")}\r\n\r\n`);
  };
  return { gateway, send };
};

it.each<[string, number]>([
  ["console.example.com", 200],
  ["CONSOLE.example.com", 200],
  ["console.example.com:443", 421],
  ["console.example.com.evil.test", 421],
  ["evil.test", 421],
])("fault 10: with a public address, the host %s gets %d", async (host, status) => {
  const { send } = await start({ publicUrl });
  expect(statusesIn(await send(host))).toEqual([status]);
});

it.each<[string, readonly string[], number]>([
  ["a trusted proxy", ["127.0.0.1"], 200],
  ["another client", ["10.0.0.1"], 421],
  ["any client, without proxies", [], 421],
])("fault 10: X-Forwarded-Host of %s", async (_, trustedProxies, status) => {
  const { send } = await start({ publicUrl, trustedProxies });
  const forwarded = ["X-Forwarded-Host: console.example.com"];
  expect(statusesIn(await send("internal:8080", forwarded))).toEqual([status]);
  expect(statusesIn(await send("internal:8080", ["X-Forwarded-Host: evil.test"]))).toEqual([421]);
});

it.each<[string, string | undefined, boolean]>([
  ["https", publicUrl, true],
  ["http on this machine", "http://localhost:4200", false],
  ["none", undefined, false],
])("a public address of %s decides on HSTS", async (_, url, isSecure) => {
  const { gateway } = await start(url === undefined ? {} : { publicUrl: url });
  const { headers } = await gateway.call("/healthz");
  expect(headers.get("strict-transport-security")).toBe(isSecure ? "max-age=31536000" : null);
});

it("speaks TLS with a certificate, with HSTS, and no plain http", async () => {
  const { key, cert } = badCertificates.certificate;
  const { gateway, send } = await start({ tls: { key, cert } });
  const head = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const options = { port: gateway.port, host: "127.0.0.1", path: "/healthz", ca: cert };
    request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode, ...response.headers });
    })
      .on("error", reject)
      .end();
  });
  expect(head).toMatchObject({ status: 200, "strict-transport-security": "max-age=31536000" });
  expect(statusesIn(await send(`127.0.0.1:${gateway.port}`))).not.toContain(200);
});

it("without sign-in there is nothing to sign in to", async () => {
  const { gateway } = await start({});
  const response = await gateway.call(`${signInPath}?returnTo=/rmas`);
  expect([response.status, response.headers.get("location")]).toEqual([303, "/rmas"]);
});
