import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { createServer } from "vite";
import { gatewayVitePlugin } from "#gateway/server/gateway-vite-plugin.ts";
import { runConsole } from "./run-console.ts";
import type { ServiceRunOptions } from "./run-service.ts";
import type { Settings } from "./settings.ts";

export interface DevRun {
  readonly port: number;
  close(): Promise<void>;
}

/** Vite's server with hot reload, and in it the same gateway as in `npm start`. */
export async function runDev(
  settings: Settings,
  { print, warn }: Pick<ServiceRunOptions, "print" | "warn">,
): Promise<DevRun> {
  const run = await runConsole(settings, { print, warn });
  const server = await createServer({
    root: resolve(import.meta.dirname, "../.."),
    server: {
      host: settings.host,
      port: settings.port,
      strictPort: settings.port !== 0,
      // Builds and tests write there at the same time; each HTML file would reload the page.
      watch: { ignored: ["**/.cache/**", "**/.data/**", "**/dist/**", "**/test-results/**"] },
    },
    plugins: [
      gatewayVitePlugin(Promise.resolve(run.gateway), settings.currency, settings.reviewsRules),
    ],
  });
  await server.listen();
  const address = server.httpServer?.address() as AddressInfo | undefined;
  return {
    port: address?.port ?? settings.port,
    async close() {
      await server.close();
      await run.close();
    },
  };
}
