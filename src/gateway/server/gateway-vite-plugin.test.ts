import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createServer } from "vite";
import { createGateway } from "#gateway/gateway.ts";
import { gatewayVitePlugin } from "./gateway-vite-plugin.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";

const keep = keepOpen();

it("serves the API and the gateway's own routes in Vite's server, and leaves the rest to Vite", async () => {
  const upstream = keep(await startUpstream());
  const gateway = createGateway({
    upstream: { baseUrl: upstream.baseUrl, accountToken: "t", rateLimit: 0 },
  });
  const server = keep(
    await createServer({
      root: import.meta.dirname,
      configFile: false,
      logLevel: "silent",
      server: { host: "127.0.0.1", port: 0, ws: false },
      plugins: [gatewayVitePlugin(gateway)],
    }),
  );
  await server.listen();
  const { port } = (server.httpServer as Server).address() as AddressInfo;
  const call = async (path: string, headers: Record<string, string> = { "x-requested-by": "t" }) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const statuses = await Promise.all(
    ["/api/rma", "/api/nothing", "/api?x", "/gateway/connection", "/healthz", "/readyz"].map(
      async (path) => (await call(path)).status,
    ),
  );
  expect(statuses).toEqual([200, 404, 404, 200, 200, 200]);
  expect((await call("/api/rma", {})).status).toBe(403);
  const vites = await call("/apian.ts");
  expect([vites.status, vites.headers.get("x-request-id")]).toEqual([404, null]);
  await server.close();
  await (await gateway).close();
});
